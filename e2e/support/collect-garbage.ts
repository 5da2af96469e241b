/** Forces garbage collection in the process whose inspector listens at `port`. Memory that remains is retained. */
export async function collectGarbage(port: number): Promise<void> {
  const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    socket.onmessage = resolve;
    socket.onerror = reject;
  });
  socket.close();
}
