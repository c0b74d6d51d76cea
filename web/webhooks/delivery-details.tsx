import { Stack, Text, Title } from '@mantine/core'
import type { Delivery } from '#contract/webhooks/deliveries.ts'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import {
  deliveryLabels,
  escapeInvisible,
  formatDelivery,
  formatJson,
  formatResult,
} from './format.ts'

/** Shows the request and the answer of a delivery. */
export function openDelivery(delivery: Delivery, timeZone: string): void {
  contentDialog(formatDelivery(delivery, timeZone), () => <Details {...{ delivery, timeZone }} />)
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
            <InstantText at={lastTryAt} timeZone={timeZone} goesOn />.{' '}
          </>
        )}
        {nextTryAt !== null && (
          <>
            Next try: <InstantText at={nextTryAt} timeZone={timeZone} goesOn />.
          </>
        )}
      </Text>
      <Title order={3}>Request</Title>
      <Raw text={headers.length > 0 ? headers.join('\n') : `webhook-id: ${eventId}`} />
      <Raw text={formatJson(request.body)} />
      <Title order={3}>Answer</Title>
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
