import { Button, Text, Title } from '@mantine/core'
import { HoursRow, listHours } from '#contract/hours.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { saveCsv } from '#web/kit/page/save-csv.ts'
import { useSchool } from '#web/kit/page/school.ts'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'
import { formatDuration } from '#web/kit/ui/dates/hours-and-durations.ts'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import styles from './hours.module.css'
import { HoursFilterBar } from './hours-filter-bar.tsx'
import {
  addUp,
  type Counts,
  countReviewers,
  formatCallTime,
  formatWithoutTimes,
  type ReviewerHours,
  sumByReviewer,
  withoutTimesLabel,
} from './hours-sums.ts'
import { HoursTables } from './hours-tables.tsx'
import { formatSpan, type Span } from './months.ts'
import { useHoursFilter } from './use-hours-filter.ts'

/** The hours of all reviewers: what the school pays by. */
export const AdminHoursPage = () => <HoursPage viewer="admin" />
/** A reviewer's own hours. */
export const ReviewerHoursPage = () => <HoursPage viewer="reviewer" />

function HoursPage({ viewer }: { viewer: 'admin' | 'reviewer' }) {
  const isOwn = viewer === 'reviewer'
  const filter = useHoursFilter()
  const { span } = filter
  const { domain, reviewer } = filter.values
  const isOne = isOwn || reviewer !== ''
  const query = useApiQuery(listHours[viewer], { query: span }, { onlyLogged: true })
  const rows = query.data?.filter(
    (row) => (!domain || row.domain === domain) && (!reviewer || row.email === reviewer),
  )
  const isEmpty = rows?.length === 0
  return (
    <Page
      title="Hours"
      answer={
        !query.isLoadingError && (
          <div className={styles.onScreen}>
            <Answer rows={rows} who={isOwn ? 'You' : reviewer && rows?.[0]?.reviewer} span={span} />
          </div>
        )
      }
      isSentence
      action={rows && !isEmpty && <Button onClick={() => window.print()}>Print</Button>}
      menu={rows && [{ label: 'Download as a file', onClick: () => save(rows, span) }]}
    >
      <HoursFilterBar filter={filter} rows={query.data ?? []} isOwn={isOwn} />
      <LoadedData query={{ ...query, data: rows }} skeleton={<Skeletons count={8} height={44} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState picture={<EmptyTray />} text="No reviews were held on these days." />
          ) : (
            <>
              <div className={styles.onScreen}>
                <HoursTables rows={rows} isOne={isOne} />
              </div>
              <HoursSheet rows={rows} span={span} domain={domain} isOne={isOne} />
            </>
          )
        }
      </LoadedData>
    </Page>
  )
}

type Props = { rows: HoursRow[] | undefined; who: string | undefined; span: Span }

/** The sums in one sentence; reserves its line until they are known. */
function Answer({ rows, who: one, span }: Props) {
  if (!rows) return <HeadingSkeleton />
  const sums = addUp(rows)
  const { held, minutes, withoutTimes } = sums
  const who = one || formatCount(countReviewers(rows), 'reviewer', 'reviewers')
  const reviews = formatCount(held, 'review', 'reviews')
  if (held > 0 && withoutTimes === held) {
    return `${who} held ${reviews}, ${formatSpan(span)}: no call times recorded`
  }
  const lack = withoutTimes > 0 && `: ${formatWithoutTimes(sums)} reviews without call times`
  return `${who} held ${reviews} in ${formatDuration(minutes)}, ${formatSpan(span)}${lack || ''}`
}

/** Those of the export. */
const fileColumns = HoursRow.keyof().options

function save(rows: HoursRow[], { from, to }: Span): void {
  saveCsv(
    `hours-${from}-${to}.csv`,
    [...fileColumns],
    rows.map((row) => fileColumns.map((name) => row[name])),
  )
}

type HoursSheetProps = { rows: HoursRow[]; span: Span; domain: string; isOne: boolean }

/**
 * What is printed below the page's title: the school, the month, and each reviewer's sums, or one
 * reviewer's days.
 */
function HoursSheet({ rows, span, domain, isOne }: HoursSheetProps) {
  const school = useSchool()
  const lines: (HoursRow | ReviewerHours)[] = isOne ? rows : sumByReviewer(rows)
  const total = addUp(rows)
  const isLacking = total.withoutTimes > 0
  const toCells = (sums: Counts) => {
    const { held, withoutTimes, studentNoShows, reviewerNoShows } = sums
    const lacking = isLacking ? [withoutTimes] : []
    return [held, formatCallTime(sums), ...lacking, studentNoShows, reviewerNoShows]
  }
  return (
    <section className={styles.sheet} aria-labelledby="hours-sheet">
      <Text fw={600}>{school?.name}</Text>
      <Title order={2} id="hours-sheet" my="xs">
        {[isOne ? rows[0]?.reviewer : 'All reviewers', formatSpan(span), domain]
          .filter(Boolean)
          .join(', ')}
      </Title>
      <PlainTable
        labelledBy="hours-sheet"
        numbersFrom={isOne ? 2 : 1}
        headers={[
          ...(isOne ? ['Date', 'Domain'] : ['Reviewer']),
          ...['Reviews', 'Hours', ...(isLacking ? [withoutTimesLabel] : [])],
          ...['Student no-shows', 'Reviewer no-shows'],
        ]}
        rows={[
          ...lines.map((line) => ({
            key: 'date' in line ? `${line.date} ${line.domain}` : line.email,
            cells: [
              ...('date' in line ? [formatShortDate(line.date), line.domain] : [line.reviewer]),
              ...toCells(line),
            ],
          })),
          { key: 'total', cells: ['Total', ...(isOne ? [''] : []), ...toCells(total)] },
        ]}
      />
    </section>
  )
}
