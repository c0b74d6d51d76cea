import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { getCalendarEntry } from '#contract/calendar/add-to-calendar.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { saveFile } from '#web/kit/page/save-file.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'

type Props = { review: Pick<Review, '_id' | 'week'>; role: RoleAbleTo<'have reviews'> }

/** Asks which calendar a booked review should be added to. */
export function openAddToCalendar(of: Props): void {
  openContentDialog('Add to calendar', (close) => <AddToCalendar {...of} close={close} />)
}

const calendars = [
  ['google', 'Google Calendar'],
  ['outlook', 'Outlook'],
  ['office', 'Outlook at work or school'],
] as const

function AddToCalendar({ review, role, close }: Props & { close: () => void }) {
  const query = useApiQuery(getCalendarEntry[role], { query: { id: review._id } })
  const name = `review-week-${formatWeekNumber(review.week)}.ics`
  return (
    <Stack>
      <Text tabIndex={-1} style={{ outline: 'none' }} {...autoFocusProps}>
        Your calendar opens with the review filled in, for you to save.
      </Text>
      <LoadedData query={query} skeleton={<Skeletons count={4} height={44} />}>
        {(entry) => (
          <Stack gap="xs">
            {calendars.map(([calendar, label]) => (
              <Button
                key={calendar}
                variant="default"
                component="a"
                href={entry[calendar]}
                target="_blank"
                rel="noreferrer"
              >
                {label}
              </Button>
            ))}
            <Button
              variant="default"
              onClick={() => saveFile(entry.file, { name, type: 'text/calendar' })}
            >
              Other calendars, as a file
            </Button>
          </Stack>
        )}
      </LoadedData>
      <Text size="sm" c="dimmed">
        If its time changes, add it again. Or{' '}
        <Anchor
          component={Link}
          inherit
          to={`${paths.account(role)}#reviews-in-calendar`}
          onClick={close}
        >
          subscribe to your reviews
        </Anchor>
        : your calendar then updates automatically.
      </Text>
    </Stack>
  )
}
