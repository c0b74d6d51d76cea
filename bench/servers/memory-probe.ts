// Runs within a server: collects garbage on request and reports the remaining memory.
process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed })
})
