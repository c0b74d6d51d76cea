import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { type Holiday, skipHolidays } from '#contract/kit/time/holidays.ts'
import { getHolidayEffects } from '#contract/school/holiday-effects.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { formatDayAndTime, formatListDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '../../api.ts'

type Effects = EndpointReply<typeof getHolidayEffects>
type Props = { holiday: Holiday; today: string }

const useEffects = ({ from, to }: Holiday) =>
  useApiQuery(getHolidayEffects, { query: { from, to } })

/** What changes once a holiday is saved: due dates that move, and booked reviews that stay. */
export function NewHolidayEffects({ holiday, holidays, today }: Props & { holidays: Holiday[] }) {
  const next = formatListDate(skipHolidays(holiday.from, [...holidays, holiday]), today)
  return (
    <LoadedData query={useEffects(holiday)} skeleton={<Skeletons count={1} height={44} />}>
      {({ due, ...booked }) => (
        <Stack role="status" gap="xs">
          <Text>
            {due === 0
              ? 'No open review is due on these days.'
              : `${formatCount(due, 'open review', 'open reviews')} due on these days will be due on ${next}.`}
          </Text>
          <Bookings {...booked} holiday={holiday} />
        </Stack>
      )}
    </LoadedData>
  )
}

/** The reviews that are booked on a holiday. */
export function HolidayBookings({ holiday }: Props) {
  return (
    <LoadedData query={useEffects(holiday)} skeleton={<Skeletons count={1} height={44} />}>
      {(effects) => (
        <Stack gap="xs">
          <Bookings {...effects} holiday={holiday} />
        </Stack>
      )}
    </LoadedData>
  )
}

type BookingsProps = Pick<Effects, 'booked' | 'reviews'> & { holiday: Holiday }

/** The booked reviews with links to move them. */
function Bookings({ booked, reviews, holiday }: BookingsProps) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  if (booked === 0) return <Text>No review is booked on these days.</Text>
  return (
    <>
      <Text>
        {formatCount(booked, 'booked review keeps its slot', 'booked reviews keep their slots')}{' '}
        until you move {booked === 1 ? 'it' : 'them'}:
      </Text>
      <ul style={{ paddingInlineStart: 20, listStyle: 'disc' }}>
        {reviews.map(({ _id, week, startsAt, student, reviewer }) => (
          <li key={_id}>
            <Anchor component={Link} to={paths.reviewDetails('admin', _id)}>
              <bdi>{student.name}</bdi>, week {formatWeekNumber(week)}
            </Anchor>
            : {formatDayAndTime(Date.parse(startsAt), now, timeZone)} with{' '}
            <bdi>{reviewer.name}</bdi>
          </li>
        ))}
      </ul>
      {booked > reviews.length && (
        <Anchor component={Link} to={`${paths.calendar('admin')}?view=month&date=${holiday.from}`}>
          See all in the calendar
        </Anchor>
      )}
    </>
  )
}
