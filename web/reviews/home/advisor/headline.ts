import { formatCount } from '#contract/kit/text/plural.ts'

/** A number of reviews; `more` if the list continues. */
export type ListCount = { count: number; more: boolean }

/** The length of a list; undefined while it loads. */
export function getListCount(list: { items: unknown[] | undefined; hasNextPage: boolean }) {
  return list.items && { count: list.items.length, more: list.hasNextPage }
}

/** '3', or '50+' if the list continues. */
export function formatCountOrMore({ count, more }: ListCount): string {
  return more ? `${count}+` : String(count)
}

type Counts = Record<'wished' | 'lost' | 'decide' | 'book', ListCount> &
  Record<'unmarked' | 'today', number> & {
    /** Reviews that the planner does not book yet, and when it will. */
    later?: (ListCount & { when: string }) | undefined
  }

/** Such as '3 reviews need you: 2 to decide, 1 to schedule now. 4 more from Thu 3 Dec'. */
export function getHeadline({ later, ...counts }: Counts): string {
  const now = answerNow(counts, later ? ' now' : '')
  if (!later) return now
  const what = counts.book.count > 0 ? 'more' : 'to schedule'
  return `${now}. ${formatCountOrMore(later)} ${what} ${later.when}`
}

function answerNow(
  { wished, lost, unmarked, decide, book, today }: Omit<Counts, 'later'>,
  when: string,
): string {
  const each = [wished, lost, { count: unmarked, more: false }, decide, book]
  const all = {
    count: each.reduce((sum, { count }) => sum + count, 0),
    more: each.some(({ more }) => more),
  }
  if (all.count === 0) {
    const nothing = 'Nothing needs your attention'
    return today === 0 ? nothing : `${nothing}. ${formatCount(today, 'review', 'reviews')} today`
  }
  const parts = [
    ...(wished.count > 0 ? [`${formatCountOrMore(wished)} to reschedule`] : []),
    ...(lost.count > 0 ? [`${formatCountOrMore(lost)} lost their slot`] : []),
    ...(decide.count > 0 ? [`${formatCountOrMore(decide)} to decide`] : []),
    ...(book.count > 0 ? [`${formatCountOrMore(book)} to schedule${when}`] : []),
    ...(unmarked > 0 ? [`${unmarked} without marks`] : []),
  ]
  const need = all.count === 1 && !all.more ? 'review needs' : 'reviews need'
  return `${formatCountOrMore(all)} ${need} you: ${parts.join(', ')}`
}
