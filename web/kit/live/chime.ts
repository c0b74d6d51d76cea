/** Frequencies in Hz, one after another. */
const notes = [659.25, 783.99, 1046.5]
const noteSeconds = 0.18
const volume = 0.2

/** Whoever rings within so many ms of somebody else says the same. */
const oneForMs = 1_500

let context: AudioContext | undefined

/**
 * Plays three rising notes, once where several open pages want to. Where the browser wants a press
 * first, nothing is heard.
 */
export async function playChime(): Promise<void> {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  // Without TLS there are no locks.
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
