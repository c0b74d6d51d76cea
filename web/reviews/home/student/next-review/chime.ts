/** Under this name of the browser's storage stands whether the sound is switched on. */
const storedAs = 'waiting-sound'

/** Whether the sound is switched on in this browser; off at first. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(storedAs) === 'on'
  } catch {
    return false
  }
}

/** Keeps in this browser whether the sound is switched on. */
export function keepSoundOn(on: boolean): void {
  try {
    if (on) localStorage.setItem(storedAs, 'on')
    else localStorage.removeItem(storedAs)
  } catch {
    // Blocked or full: it is then as it was the next time.
  }
}

/** Frequencies in Hz, one after another. */
const notes = [659.25, 783.99, 1046.5]
const noteSeconds = 0.18
const volume = 0.2

let context: AudioContext | undefined

/** Plays three rising notes. Where the browser wants a press first, nothing is heard. */
export async function playChime(): Promise<void> {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
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
