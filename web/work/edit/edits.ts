import type { Work, WorkChange, WorkLink } from '#contract/work.ts'

/** A student's changes that the server has not saved yet. */
export type WorkEdits = {
  /** Lines that were ticked (true) or unticked. */
  ticks: ReadonlyMap<string, boolean>
  /** Added links by their key; null for a removed one. */
  links: ReadonlyMap<string, WorkLink | null>
  note?: string | undefined
  isReady?: boolean | undefined
}

/** The parts of the work that a student changes. */
type Parts = Pick<Work, 'ticks' | 'links' | 'note' | 'isReady'>

export const noEdits: WorkEdits = { ticks: new Map(), links: new Map() }

export const getLinkKey = ({ kind, url }: WorkLink) => `${kind} ${url}`

export function hasEdits({ ticks, links, note, isReady }: WorkEdits): boolean {
  return ticks.size > 0 || links.size > 0 || note !== undefined || isReady !== undefined
}

/** Earlier edits with later ones on top. */
export function addEdits(earlier: WorkEdits, later: Partial<WorkEdits>): WorkEdits {
  return {
    note: later.note ?? earlier.note,
    isReady: later.isReady ?? earlier.isReady,
    ticks: new Map([...earlier.ticks, ...(later.ticks ?? [])]),
    links: new Map([...earlier.links, ...(later.links ?? [])]),
  }
}

/**
 * The work as it is after the edits. What another device has changed of other lines and links
 * stays.
 */
export function applyEdits<W extends Parts>(work: W, edits: WorkEdits): W {
  const had = new Set(work.ticks)
  const hadLinks = new Set(work.links.map(getLinkKey))
  const added = [...edits.ticks].flatMap(([line, isTicked]) =>
    isTicked && !had.has(line) ? [line] : [],
  )
  const addedLinks = [...edits.links].flatMap(([key, link]) =>
    link && !hadLinks.has(key) ? [link] : [],
  )
  const keptLinks = work.links.flatMap((link) => {
    const edit = edits.links.get(getLinkKey(link))
    return edit === undefined ? [link] : (edit ?? [])
  })
  return {
    ...work,
    ticks: [...work.ticks.filter((line) => edits.ticks.get(line) !== false), ...added],
    links: [...keptLinks, ...addedLinks],
    note: edits.note ?? work.note,
    isReady: edits.isReady ?? work.isReady,
  }
}

/** The parts that the edits change, to send to the server. */
export function toChange(work: Parts, edits: WorkEdits): WorkChange {
  const { ticks, links, note, isReady } = applyEdits(work, edits)
  return {
    ...(edits.ticks.size > 0 && { ticks }),
    ...(edits.links.size > 0 && { links }),
    ...(edits.note !== undefined && { note }),
    ...(edits.isReady !== undefined && { isReady }),
  }
}

/** The edits without those that were sent, unless they have been edited again since. */
export function dropSent(edits: WorkEdits, sent: WorkEdits): WorkEdits {
  return {
    ticks: withoutSame(edits.ticks, sent.ticks),
    links: withoutSame(edits.links, sent.links),
    note: edits.note === sent.note ? undefined : edits.note,
    isReady: edits.isReady === sent.isReady ? undefined : edits.isReady,
  }
}

function withoutSame<V>(edits: ReadonlyMap<string, V>, sent: ReadonlyMap<string, V>) {
  const isSent = ([key, value]: [string, V]) =>
    sent.has(key) && JSON.stringify(sent.get(key)) === JSON.stringify(value)
  return new Map([...edits].filter((entry) => !isSent(entry)))
}
