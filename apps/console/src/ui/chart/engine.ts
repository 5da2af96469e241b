import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([LineChart, BarChart, PieChart, GridComponent, MarkLineComponent, TooltipComponent, AriaComponent, SVGRenderer]);

/** The SVG renderer keeps text selectable. */
export { init };
