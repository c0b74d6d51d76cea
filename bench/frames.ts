const frameMs = 1000 / 60

/** Frames over some seconds: count, late ones, and rate a second. */
export type Frames = { late: number; count: number; rate: number }

/** Evaluates the intervals between frames in ms. A frame is late if half a frame was missed. */
export function toFrames(deltas: number[]): Frames {
  const missed = deltas.filter((ms) => ms > frameMs * 1.5)
  const total = deltas.reduce((sum, ms) => sum + ms, 0)
  return { late: missed.length, count: deltas.length, rate: (deltas.length / total) * 1000 }
}

/** Runs in the page: returns the intervals between frames in ms. */
export function measureFrameIntervals(forMs: number): Promise<number[]> {
  return new Promise((resolve) => {
    const deltas: number[] = []
    const started = performance.now()
    let last: number | undefined
    const note = (at: number) => {
      if (last !== undefined) deltas.push(at - last)
      last = at
      if (at - started < forMs) requestAnimationFrame(note)
      else resolve(deltas)
    }
    requestAnimationFrame(note)
  })
}

/** The round with the median rate. */
export function getMedianRound(measured: Frames[]): Frames {
  const sorted = measured.toSorted((a, b) => a.rate - b.rate)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

export function formatLate({ late, count }: Frames): string {
  return `${late} of ${count}`
}

export function formatRate({ rate }: Frames): string {
  return rate.toFixed(1)
}
