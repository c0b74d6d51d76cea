/** How long a connection may be disconnected before ICE is restarted. */
const restartAfterMs = 3_000
/** How long a connection may be down before both sides start a new one. */
const reconnectAfterMs = 12_000

type Ways = { restart: () => void; beginAnew: () => void }

/**
 * Recovers a connection: restarts ICE when it breaks, and starts a new connection if that does not
 * help in time. Start it with the first offer sent or received.
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
