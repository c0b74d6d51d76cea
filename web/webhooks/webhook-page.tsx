import { Alert, Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import { listDeliveries, testWebhook } from '#contract/webhooks/deliveries.ts'
import { DeliveryState, listWebhooks, type Webhook } from '#contract/webhooks/webhooks.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { toastError, toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { deliveryLabels, formatAddedBy, formatEvents, formatResult, offReasons } from './format.ts'
import { useWebhookMenu } from './use-webhook-menu.ts'
import { WebhookState } from './webhook-table.tsx'

/** One webhook and the log of what was sent to it. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const webhooks = usePaginatedList(listWebhooks)
  const webhook = webhooks.items?.find(({ _id }) => _id === id)
  const filter = useDeliveryFilter()
  const [isRemoved, setRemoved] = useState(false)
  const list = usePaginatedList(
    listDeliveries,
    { query: { webhook: id, ...filter.query } },
    { keepPrevious: true, enabled: !isRemoved },
  )
  const timeZone = useSchoolZone()
  const menu = useWebhookMenu(webhook, () => setRemoved(true))
  return (
    <Page
      title={webhook && redactUrl(webhook.url)}
      eyebrow="Webhook"
      isNotFound={webhooks.items !== undefined && !webhook}
      crumbs={[
        { label: 'School settings', to: paths.schoolSettings },
        { label: 'Webhooks', to: paths.webhooks },
      ]}
      {...(webhook && {
        state: <WebhookState webhook={webhook} />,
        action: <SendTest webhook={webhook} />,
      })}
      menu={menu}
    >
      {webhook && <Summary webhook={webhook} timeZone={timeZone} />}
      <ZoneNote timeZone={timeZone} isCaption />
      <DeliveryFilterBar filter={filter} />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={6} height={52} />}
        empty="No events yet. Send a test event to check that the receiver works."
        noMatch={{ text: 'No events in this state.', all: 'Show all events' }}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} timeZone={timeZone} />}
      </FilteredList>
    </Page>
  )
}

function Summary({ webhook, timeZone }: { webhook: Webhook; timeZone: string }) {
  const { off, failingSince, events, addedBy, createdAt } = webhook
  return (
    <>
      {off && (
        <Alert title={offReasons[off.reason]} variant="default" color="orange">
          Since <InstantText at={off.at} timeZone={timeZone} isMidSentence /> events have been
          neither sent nor stored. Check the receiver with a test event, then turn the webhook on
          again.
        </Alert>
      )}
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Receives: {formatEvents(events)}. Added{' '}
        <InstantText at={createdAt} timeZone={timeZone} isMidSentence />
        {addedBy && ` by ${formatAddedBy(addedBy)}`}.
        {failingSince !== null && (
          <>
            {' '}
            The receiver has been failing since{' '}
            <InstantText at={failingSince} timeZone={timeZone} isMidSentence />. After 3 days the
            webhook is turned off.
          </>
        )}
      </Text>
    </>
  )
}

function SendTest({ webhook: { _id } }: { webhook: Webhook }) {
  const test = useApiMutation(testWebhook)

  async function send() {
    await toastIfFails(async () => {
      const { message, delivery } = await test.mutateAsync({ body: { value: { _id } } })
      if (delivery.state === 'failed') toastError(message, formatResult(delivery))
      else toastSuccess(message)
    })
  }

  return (
    <Button loading={test.isPending} onClick={send}>
      Send test event
    </Button>
  )
}

function useDeliveryFilter() {
  return useFilter({ state: '' }, listDeliveries.query?.shape)
}
type DeliveryFilter = ReturnType<typeof useDeliveryFilter>

/** The filter of a webhook's log by state. */
function DeliveryFilterBar({ filter }: { filter: DeliveryFilter }) {
  return (
    <Box maw={240}>
      <FilterSelect
        filter={filter}
        name="state"
        label="State"
        data={[
          { value: '', label: 'All events' },
          ...DeliveryState.options.map((state) => ({ value: state, label: deliveryLabels[state] })),
        ]}
      />
    </Box>
  )
}
