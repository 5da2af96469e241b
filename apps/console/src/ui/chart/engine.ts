import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([LineChart, BarChart, PieChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

/** The charting engine with no more of it than the kit's charts need; drawn as SVG, so that text stays text. */
export { init };
