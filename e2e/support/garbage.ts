/** Forces garbage collection in the process whose inspector listens at `port`. Memory that remains is retained. */
export async function collectGarbage(port: number): Promise<void> {
  const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const line = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    line.onopen = () => line.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    line.onmessage = resolve;
    line.onerror = reject;
  });
  line.close();
}
