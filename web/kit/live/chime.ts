/** Frequencies in Hz, played in this order. */
const notes = [659.25, 783.99, 1046.5]
const noteSeconds = 0.18
const volume = 0.2

/** Chimes of several pages within this time, in ms, count as one. */
const oneForMs = 1_500

let context: AudioContext | undefined

/**
 * Plays three rising notes, once if several open pages want to. Silent if the browser wants an
 * interaction first.
 */
export async function playChime(): Promise<void> {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  // Locks need TLS.
  if (!navigator.locks) return play(context)
  const playing = context
  await navigator.locks.request('chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    play(playing)
    await new Promise((resolve) => setTimeout(resolve, oneForMs))
  })
}

function play(context: AudioContext): void {
  const begin = context.currentTime
  for (const [index, frequency] of notes.entries()) {
    const oscillator = new OscillatorNode(context, { frequency })
    const gain = new GainNode(context, { gain: 0 })
    const from = begin + index * noteSeconds
    gain.gain.setValueAtTime(volume, from)
    gain.gain.exponentialRampToValueAtTime(0.001, from + 2 * noteSeconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + 2 * noteSeconds)
  }
}
