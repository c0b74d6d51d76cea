import { Button, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countFailedMails } from '#contract/mails.ts'
import { getHistory, type HistoryLine } from '#contract/reviews/history.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { getUndoDeadline } from '#contract/reviews/scheduling/possible-changes.ts'
import { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { undoButtonProps } from '#web/kit/page/focus/focus.ts'
import { toastUndo } from '#web/kit/page/overlays/toast-undo.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { formatHistoryLine } from './format-history.ts'

/** The number of recent lines shown; older ones are collapsed. */
const shownLines = 4

/** The changes to a review's booking, latest first, with who, when and why. */
export function HistoryCard({ review, viewer }: { review: Review; viewer: Role }) {
  const query = useApiQuery(getHistory[viewer], { query: { id: review._id } })
  return (
    <SectionCard title="History">
      <LoadedData query={query} skeleton={<Skeletons count={2} height={48} />}>
        {(lines) => {
          // Lines are only appended, so an index is a stable key.
          const marked = lines.findIndex(({ what }) => what === 'marked')
          const latest = lines
            .map((line, place) => ({ ...line, place, isCorrection: place > marked }))
            .toReversed()
          const older = latest.slice(shownLines)
          const [last] = latest
          return (
            <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
              {latest.length === 0 && <Text c="dimmed">No history yet.</Text>}
              {last && (
                <Lines
                  label="History"
                  lines={latest.slice(0, shownLines)}
                  belowFirst={
                    (viewer === 'advisor' || viewer === 'admin') && (
                      <UndoLast review={review} last={last} viewerRole={viewer} />
                    )
                  }
                />
              )}
              {older.length > 0 && (
                <details>
                  <summary style={{ minHeight: 'var(--control)', alignContent: 'center' }}>
                    Show {older.length} older
                  </summary>
                  <Lines label="Older history" lines={older} />
                </details>
              )}
            </Stack>
          )
        }}
      </LoadedData>
    </SectionCard>
  )
}

type PlacedLine = HistoryLine & { place: number; isCorrection: boolean }

type LinesProps = { label: string; lines: PlacedLine[]; belowFirst?: ReactNode }

function Lines({ label, lines, belowFirst }: LinesProps) {
  const timeZone = useSchoolZone()
  return (
    <List aria-label={label} listStyleType="none" spacing="xs">
      {lines.map((line, index) => (
        <List.Item key={line.place}>
          <Text size="md">{formatHistoryLine(line, line.isCorrection)}</Text>
          {line.reason && (
            <Text>
              “<bdi>{line.reason}</bdi>”
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <InstantText at={line.at} timeZone={timeZone} />
          </Text>
          {index === 0 && belowFirst}
        </List.Item>
      ))}
    </List>
  )
}

type UndoProps = { review: Review; last: HistoryLine; viewerRole: AdvisorOrAdmin }

/** Undoes the reader's last change while that is possible. */
function UndoLast({ review, last, viewerRole }: UndoProps) {
  const now = useNow()
  const { mutateAsync, isPending } = useApiMutation<(typeof undoChange)[AdvisorOrAdmin]>(
    undoChange[viewerRole],
  )
  // The sidebar makes the same request.
  const admin = useApiQuery(
    countFailedMails,
    {},
    { enabled: viewerRole === 'admin', onlyLogged: true },
  )
  const own = viewerRole === 'admin' ? admin.data?.account : review.advisor
  const until = getUndoDeadline(last)
  const isOwn = last.by !== null && last.by._id === own?._id
  if (until === null || !isOwn || now > until) return null

  const undo = () =>
    // The change may have left a toast with the same undo, which goes too.
    toastUndo(mutateAsync({ body: { value: { reviewId: review._id } } }))

  return (
    <Button
      variant="default"
      {...undoButtonProps}
      loading={isPending}
      onClick={undo}
      mt={4}
      aria-label={`Undo: ${formatHistoryLine(last)}`}
    >
      Undo
    </Button>
  )
}
