import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Delivery } from '#contract/webhooks/deliveries.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { openDelivery } from './delivery-details.tsx'
import { deliveryLabels, formatDelivery, formatResult } from './format.ts'
import { SendAgain } from './send-again.tsx'

type Props = { deliveries: Delivery[]; timeZone: string }

/** What was sent to a webhook, with each answer. */
export function DeliveryTable({ deliveries, timeZone }: Props) {
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  return <TableOrCards label="Deliveries" items={deliveries} getKey={getKey} columns={columns} />
}

const getKey = ({ _id }: Delivery) => _id
const signs = { waiting: 'empty', delivered: 'full', failed: 'full' } as const
const colours = { waiting: undefined, delivered: 'green', failed: 'red' } as const

function columnsFor(timeZone: string): Column<Delivery>[] {
  return [
    {
      header: 'Event',
      cell: (delivery) => (
        <Button
          variant="subtle"
          px={0}
          justify="flex-start"
          fullWidth
          onClick={() => openDelivery(delivery, timeZone)}
        >
          <TruncatedText text={formatDelivery(delivery, timeZone)} />
        </Button>
      ),
      ...{ width: 200, preferredWidth: 320, grows: true, card: 'title' },
    },
    {
      header: 'Time',
      cell: ({ at }) => <InstantText at={at} timeZone={timeZone} />,
      ...{ width: 160, priority: 'high', card: 'fact' },
    },
    {
      header: 'State',
      cell: (delivery) => <State delivery={delivery} />,
      ...{ width: 150, card: 'fact' },
    },
    {
      header: 'Answer',
      cell: (delivery) => <TruncatedText text={formatResult(delivery)} />,
      ...{ width: 160, grows: true, priority: 'medium', card: 'fact' },
    },
    {
      header: 'Action',
      cell: (delivery) => !delivery.isBlocked && <SendAgain {...{ delivery, timeZone }} />,
      ...{ width: 116, card: 'action' },
    },
  ]
}

function State({ delivery: { state, tries, isResend } }: { delivery: Delivery }) {
  const colour = colours[state]
  return (
    <StatePill
      sign={signs[state]}
      {...(colour && { colour })}
      title={tries === 1 ? 'Tried once' : `Tried ${tries} times`}
    >
      {isResend ? `${deliveryLabels[state]}, resent` : deliveryLabels[state]}
    </StatePill>
  )
}
