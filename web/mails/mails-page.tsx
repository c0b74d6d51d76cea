import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type ListedMail,
  listMails,
  mailSorts,
  mailStates,
  sendTestMail,
  TestMailRecipient,
} from '#contract/mails.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { getTestMailOutcome, stateLabels } from './format.ts'
import { MailTable } from './mail-table.tsx'
import styles from './test-mail-form.module.css'
import { usePollWhileSending } from './use-poll-while-sending.ts'

/** The school's mails: what, to whom, when, how often tried, and why not delivered. */
export function MailsPage() {
  const filter = useMailFilter()
  const timeZone = useSchoolZone()
  const sorting = useSorting(mailSorts)
  const query = { ...filter.query, ...(sorting.sort && { sort: sorting.sort }) }
  const list = usePaginatedList(listMails, { query }, { keepPrevious: true })
  usePollWhileSending(list)
  const [isTesting, setTesting] = useState(false)
  const opener = useDisclosureFocus(isTesting, testMailField)
  return (
    <Page
      title="Emails"
      action={
        <Button
          ref={opener}
          variant="default"
          aria-expanded={isTesting}
          onClick={() => setTesting(!isTesting)}
        >
          Send a test email
        </Button>
      }
    >
      <Text c="dimmed">
        How emails are sent: see <ManualLink page="run/mail" />.
      </Text>
      {isTesting && <TestMailForm />}
      <MailFilterBar filter={filter} />
      <ZoneNote timeZone={timeZone} isCaption />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={67} />}
        noMatch={{ text: 'No emails match this search.', all: 'Show all emails' }}
        empty={<NoneYet />}
      >
        {(mails) => <MailTable mails={mails} timeZone={timeZone} sorting={sorting} />}
      </FilteredList>
    </Page>
  )
}

function NoneYet() {
  return (
    <EmptyState
      picture={<EmptyTray />}
      text="No emails yet. The first one goes to the next person you add."
      action={
        <Button component={Link} to={paths.addUser}>
          Add user
        </Button>
      }
    />
  )
}

function useMailFilter() {
  return useFilter({ search: '', state: '' }, listMails.query?.shape)
}
type MailFilter = ReturnType<typeof useMailFilter>

/** The search box for people and addresses, and the state filter. */
function MailFilterBar({ filter }: { filter: MailFilter }) {
  return (
    <FilterBar filter={filter} search="Search by person or address">
      <FilterSelect
        filter={filter}
        name="state"
        label="State"
        data={[
          { value: '', label: 'All emails' },
          ...mailStates.map((state) => ({ value: state, label: stateLabels[state] })),
        ]}
      />
    </FilterBar>
  )
}

const fieldId = 'test-mail-to'

/** The field for the test mail's recipient. */
const testMailField = () => document.getElementById(fieldId)

/** Sends a test mail, and shows the mail server's answer. */
function TestMailForm() {
  const [sent, setSent] = useState<ListedMail>()
  const { form, submit } = useSchemaForm(TestMailRecipient, { to: '' })
  const test = useApiMutation(sendTestMail)

  const send = submit(async ({ to }) => {
    setSent(undefined)
    try {
      const { mail } = await test.mutateAsync({ body: { to } })
      setSent(mail)
    } catch (error) {
      toastServerErrorMessage(error)
      throw error
    } finally {
      // Ready for another address.
      form.getInputNode('to')?.focus()
    }
  })

  return (
    <Card component="form" withBorder onSubmit={send} noValidate>
      <Stack gap={0}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Send a test email to"
            id={fieldId}
            description="Leave empty to send it to yourself."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            type="email"
            autoComplete="off"
            flex="1 1 240px"
            maw={400}
            {...form.getInputProps('to')}
          />
          <Button
            type="submit"
            variant="default"
            loading={form.submitting}
            className={styles.send ?? ''}
          >
            Send
          </Button>
        </Group>
        <Text role="status" size="sm" mt={sent ? 'xs' : 0} style={{ overflowWrap: 'anywhere' }}>
          {sent && getTestMailOutcome(sent)}
        </Text>
      </Stack>
    </Card>
  )
}
