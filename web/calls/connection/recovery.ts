/** So long a connection may be disconnected before a new way is looked for. */
const restartAfterMs = 3_000
/** So long one may be without any connection before both sides begin anew. */
const reconnectAfterMs = 12_000

type Ways = { restart: () => void; beginAnew: () => void }

/**
 * Recovers one connection: when it breaks ICE is restarted, which looks for a new way through the
 * network, and when that does not help in time, both sides begin anew. Start it as the first offer
 * goes out or in.
 */
export function recoverConnection({ restart, beginAnew }: Ways) {
  let restarting: ReturnType<typeof setTimeout> | undefined
  let anew: ReturnType<typeof setTimeout> | undefined = setTimeout(beginAnew, reconnectAfterMs)

  function stop(): void {
    clearTimeout(restarting)
    clearTimeout(anew)
    restarting = undefined
    anew = undefined
  }

  return {
    see(state: RTCPeerConnectionState): void {
      if (state === 'connected') stop()
      if (state !== 'disconnected' && state !== 'failed') return
      clearTimeout(restarting)
      restarting = setTimeout(restart, state === 'failed' ? 0 : restartAfterMs)
      anew ??= setTimeout(beginAnew, reconnectAfterMs)
    },
    stop,
  }
}
