const MiB = 1024 ** 2

/** How many bytes may be written and not be read: to one session, to one network, and in all. */
export type BackpressureLimits = {
  unreadOfSession: number
  unreadOfNetwork: number
  unreadInAll: number
}

/** A network without a session may be a whole school that loads the page over a slow line. */
export const backpressureLimits: BackpressureLimits = {
  unreadOfSession: 16 * MiB,
  unreadOfNetwork: 128 * MiB,
  unreadInAll: 256 * MiB,
}

/** Who something is written to; without a session, the network counts as one. */
export type Reader = { network: string; session?: string | undefined }

/** What is written to one connection: its bytes change, until it is let go of. */
type Written = { set: (bytes: number) => void; letGo: () => void }

type Entry = { bytes: number; network: string; cut: () => void }
/** A reader's connections with unread bytes, the longest unread first. */
type Account = { key: string; most: number; bytes: number; entries: Set<Entry> }

export type Backpressure = {
  /** Counts what is written to a connection; `cut` is called at most once, after it is let go of. */
  hold: (reader: Reader, cut: () => void) => Written
}

/**
 * Limits on output buffers: counts what is written and not read yet. Beyond a reader's measure the
 * connection that has been unread longest is cut, unless it is the only one; beyond what there may
 * be in all, that of the reader with the most. `onCut` gets its network each time.
 */
export function trackBackpressure(
  limits: BackpressureLimits,
  onCut: (network: string) => void,
): Backpressure {
  const accounts = new Map<string, Account>()
  let inAll = 0

  function accountOf({ network, session }: Reader): Account {
    const key = session === undefined ? `network ${network}` : `session ${session}`
    const most = session === undefined ? limits.unreadOfNetwork : limits.unreadOfSession
    const account = accounts.get(key) ?? { key, most, bytes: 0, entries: new Set() }
    accounts.set(key, account)
    return account
  }
  function change(account: Account, entry: Entry, bytes: number): void {
    account.bytes += bytes - entry.bytes
    inAll += bytes - entry.bytes
    entry.bytes = bytes
    if (bytes > 0) account.entries.add(entry)
    else account.entries.delete(entry)
    if (account.entries.size === 0) accounts.delete(account.key)
  }
  function cutOldest(account: Account): void {
    const [oldest] = account.entries
    if (!oldest) return
    change(account, oldest, 0)
    oldest.cut()
    onCut(oldest.network)
  }
  function keepBounds(account: Account): void {
    while (account.bytes > account.most && account.entries.size > 1) cutOldest(account)
    while (inAll > limits.unreadInAll) cutOldest(largest(account))
  }
  function largest(one: Account): Account {
    let most = one
    for (const account of accounts.values()) if (account.bytes > most.bytes) most = account
    return most
  }
  return {
    hold(reader, cut) {
      let isGone = false
      const entry: Entry = {
        bytes: 0,
        network: reader.network,
        cut() {
          isGone = true
          cut()
        },
      }
      const set = (bytes: number) => {
        if (isGone || bytes === entry.bytes) return
        const account = accountOf(reader)
        const isMore = bytes > entry.bytes
        change(account, entry, bytes)
        if (isMore) keepBounds(account)
      }
      const letGo = () => {
        set(0)
        isGone = true
      }
      return { set, letGo }
    },
  }
}
