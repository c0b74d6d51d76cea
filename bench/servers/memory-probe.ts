// Runs inside a server: collects the rubbish when asked to, and tells what is left.
process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed })
})
