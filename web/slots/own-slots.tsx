import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { listOwnSlots, listOwnSlotsByDate } from '#contract/slots/slots.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { CalendarSheet } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'
import { useBookingHorizonDays, useSchoolZone } from '#web/school/api.ts'
import { LaterSlots } from './later-slots.tsx'
import { RemoveSlotsForm } from './manage/remove-slots.tsx'
import { SlotDetails } from './slot-details.tsx'
import { SlotPicker } from './slot-picker.tsx'

/** The reviewer's slots; selecting one shows what it is booked for. */
export function OwnSlots() {
  const timeZone = useSchoolZone()
  const now = useNow()
  const today = getDateInZone(now, timeZone)
  const [selected, setSelected] = useState<string | null>(null)
  const span = { from: today, to: addDays(today, bookingHorizonDaysDefault - 1) }
  const query = useApiQuery(listOwnSlotsByDate, { query: span }, { onlyLogged: true })
  const isLonger = useBookingHorizonDays() > bookingHorizonDaysDefault
  const offered = useApiQuery(
    listOwnSlots,
    { query: isLonger ? { later: 'true' } : {} },
    { onlyLogged: true },
  )
  const whyNot = (slot: string) => offered.data?.find(({ _id }) => _id === slot)?.whyNot
  const [isChoosing, setChoosing] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone with the slot or form.
  const toTitle = () => title.current?.focus()
  return (
    <SectionCard
      id="slots"
      title="Slots"
      titleRef={title}
      action={
        !isChoosing && (
          <Button
            variant="default"
            onClick={() => {
              setChoosing(true)
              toTitle()
            }}
          >
            Remove several
          </Button>
        )
      }
    >
      {isChoosing ? (
        <RemoveSlotsForm
          today={today}
          close={() => {
            setChoosing(false)
            toTitle()
          }}
        />
      ) : (
        <LoadedData query={query} skeleton={<Skeletons count={3} height={44} />}>
          {(onDays) => {
            const slots = onDays.filter(({ startsAt }) => Date.parse(startsAt) > now)
            const slot = slots.find(({ _id }) => _id === selected)
            return (
              <>
                <SlotPicker
                  // Resets the tab when the first slots arrive.
                  key={`${today} ${slots.length > 0}`}
                  slots={slots}
                  today={today}
                  selected={selected}
                  select={setSelected}
                  bookedCanBePicked
                  {...(slots.length === 0 ? { none: <NoSlots /> } : {})}
                  later={<LaterSlots today={today} whyNot={whyNot} whenRemoved={toTitle} />}
                />
                <div role="status">
                  {slot && (
                    <SlotDetails slot={slot} whyNot={whyNot(slot._id)} whenRemoved={toTitle} />
                  )}
                </div>
                <ZoneNote timeZone={timeZone} />
              </>
            )
          }}
        </LoadedData>
      )}
    </SectionCard>
  )
}

function NoSlots() {
  return (
    <EmptyState
      picture={<CalendarSheet />}
      text="You have no slots in the next three days."
      action={
        <Button component={Link} to={paths.addSlot}>
          add slot
        </Button>
      }
    />
  )
}
