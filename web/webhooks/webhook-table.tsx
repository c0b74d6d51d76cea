import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { paths } from '#web/paths.ts'
import { deliveryLabels, formatAddedBy, formatEvents, getWebhookState } from './format.ts'

type Props = { webhooks: Webhook[]; timeZone: string }

/** The webhooks with their state and last delivery; each leads to its own page. */
export function WebhookTable({ webhooks, timeZone }: Props) {
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  return <TableOrCards label="Webhooks" items={webhooks} getKey={getKey} columns={columns} />
}

const getKey = ({ _id }: Webhook) => _id

function columnsFor(timeZone: string): Column<Webhook>[] {
  const lastDelivery = (webhook: Webhook) => <LastDelivery webhook={webhook} timeZone={timeZone} />
  return [
    {
      header: 'Address',
      cell: ({ _id, url }) => (
        <Anchor component={Link} to={paths.webhook(_id)} inherit>
          <TruncatedText text={redactUrl(url)} />
        </Anchor>
      ),
      width: 220,
      preferredWidth: 360,
      grows: true,
      card: 'title',
    },
    {
      header: 'Events',
      cell: ({ events }) => <TruncatedText text={formatEvents(events)} />,
      width: 140,
      preferredWidth: 200,
      priority: 'medium',
      card: 'fact',
    },
    {
      header: 'Added by',
      cell: ({ addedBy }) => <TruncatedText text={formatAddedBy(addedBy)} />,
      width: 140,
      preferredWidth: 220,
      priority: 'medium',
      card: 'fact',
    },
    {
      header: 'State',
      cell: (webhook) => <WebhookState webhook={webhook} />,
      width: 120,
      card: 'fact',
    },
    {
      header: 'Last delivery',
      cell: lastDelivery,
      width: 220,
      priority: 'high',
      card: 'fact',
    },
  ]
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { label, ...look } = getWebhookState(webhook)
  return <StatePill {...look}>{label}</StatePill>
}

function LastDelivery({
  webhook: { lastDelivery },
  timeZone,
}: {
  webhook: Webhook
  timeZone: string
}) {
  if (!lastDelivery) return 'None yet'
  return (
    <>
      <InstantText at={lastDelivery.at} timeZone={timeZone} />
      <Text span inherit c="dimmed">
        {' · '}
        {deliveryLabels[lastDelivery.state]}
      </Text>
    </>
  )
}
