import { Button, Text } from '@mantine/core'
import { listWebhooks } from '#contract/webhooks/webhooks.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { openNewWebhook } from './webhook-form.tsx'
import { WebhookTable } from './webhook-table.tsx'

/** The school's webhooks: where events go, and whether they arrive. */
export function WebhooksPage() {
  const list = usePaginatedList(listWebhooks)
  const timeZone = useSchoolZone()
  return (
    <Page
      title="Webhooks"
      crumbs={[
        { label: 'Account', to: paths.account('admin') },
        { label: 'School settings', to: paths.schoolSettings },
      ]}
      action={<Button onClick={openNewWebhook}>Add webhook</Button>}
    >
      <Text c="dimmed">
        A webhook tells another system what happens here. See <ManualLink page="develop/webhooks" />
        .
      </Text>
      <LoadedList list={list} skeleton={<Skeletons count={3} height={67} />} empty={<NoneYet />}>
        {(webhooks) => <WebhookTable webhooks={webhooks} timeZone={timeZone} />}
      </LoadedList>
    </Page>
  )
}

function NoneYet() {
  return (
    <EmptyState
      picture={<EmptyTray />}
      text="No webhooks yet. Add one to tell another system when a review is booked or a student is added."
    />
  )
}
