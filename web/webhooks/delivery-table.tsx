import { Button, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { type Delivery, resendDelivery } from '#contract/webhooks/deliveries.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastError, toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import {
  deliveryLabels,
  escapeInvisible,
  formatDelivery,
  formatJson,
  formatResult,
} from './format.ts'

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
      width: 200,
      preferredWidth: 320,
      grows: true,
      card: 'title',
    },
    {
      header: 'Time',
      cell: ({ at }) => <InstantText at={at} timeZone={timeZone} />,
      width: 160,
      priority: 'high',
      card: 'fact',
    },
    {
      header: 'State',
      cell: (delivery) => <State delivery={delivery} />,
      width: 150,
      card: 'fact',
    },
    {
      header: 'Response',
      cell: (delivery) => <TruncatedText text={formatResult(delivery)} />,
      width: 160,
      grows: true,
      priority: 'medium',
      card: 'fact',
    },
    {
      header: 'Action',
      cell: (delivery) =>
        !delivery.isBlocked && <SendAgain delivery={delivery} timeZone={timeZone} />,
      width: 116,
      card: 'action',
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

type SendAgainProps = { delivery: Delivery; timeZone: string }

/** Sends an event again, with the same id. */
function SendAgain({ delivery: original, timeZone }: SendAgainProps) {
  const { _id } = original
  const again = useApiMutation(resendDelivery)

  async function send() {
    await toastIfFails(async () => {
      const { message, delivery } = await again.mutateAsync({ body: { value: { _id } } })
      if (delivery.state === 'failed') toastError(message, formatResult(delivery))
      else toastSuccess(message)
    })
  }

  return (
    <Button
      variant="subtle"
      px="xs"
      loading={again.isPending}
      aria-label={`Send again: ${formatDelivery(original, timeZone)}`}
      onClick={send}
    >
      Send again
    </Button>
  )
}

/** Shows the request and the answer of a delivery. */
function openDelivery(delivery: Delivery, timeZone: string): void {
  openContentDialog(formatDelivery(delivery, timeZone), () => (
    <Details delivery={delivery} timeZone={timeZone} />
  ))
}

function Details({ delivery, timeZone }: { delivery: Delivery; timeZone: string }) {
  const { state, tries, lastTryAt, request, answer, eventId, isBlocked } = delivery
  const nextTryAt = isBlocked ? null : delivery.nextTryAt
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Stack>
      <Text tabIndex={-1} style={{ outline: 'none' }} {...autoFocusProps}>
        {deliveryLabels[state]}: {formatResult(delivery)}.{' '}
        {delivery.isResend && <>Sent again by hand. </>}
        {lastTryAt !== null && (
          <>
            {tries === 1 ? 'Tried once' : `Tried ${tries} times`}, last{' '}
            <InstantText at={lastTryAt} timeZone={timeZone} isMidSentence />.{' '}
          </>
        )}
        {nextTryAt !== null && (
          <>
            Next try: <InstantText at={nextTryAt} timeZone={timeZone} isMidSentence />.
          </>
        )}
      </Text>
      <Title order={3}>Request</Title>
      <Raw text={headers.length > 0 ? headers.join('\n') : `webhook-id: ${eventId}`} />
      <Raw text={formatJson(request.body)} />
      <Title order={3}>Response</Title>
      {answer === null ? (
        <Text>None</Text>
      ) : (
        <Raw text={[answer.status, formatJson(answer.text)].join('\n').trim()} />
      )}
    </Stack>
  )
}

/** A text as it was sent, which wraps. */
function Raw({ text }: { text: string }) {
  return (
    <Text
      component="pre"
      size="xs"
      m={0}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {escapeInvisible(text)}
    </Text>
  )
}
