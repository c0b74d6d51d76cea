import { Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'
import { listImports, type SharedInvitation } from '#contract/people/import-people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { toastError } from '#web/kit/page/overlays/toast.ts'
import { saveCsv } from '#web/kit/page/save-csv.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'

type Props = { role: AddableRole; importId: string; invitations: SharedInvitation[] }

/**
 * The invitation links of those who were just added, for an admin to share without a mail server;
 * nothing once the import is undone.
 */
export function SharedLinks({ role, importId, invitations }: Props) {
  const { data } = useApiQuery(listImports, { query: { role } }, { onlyLogged: true })
  if (data?.imports.every(({ _id }) => _id !== importId)) return null
  return (
    <SectionCard id="links" title="Invitation links">
      <Text>
        No mail server is set up. Send each person their own link; it works for one person only.
        Save the links now: they are not shown again.
      </Text>
      <Group>
        <Button
          onClick={() =>
            saveCsv(
              'invitation-links.csv',
              ['Name', 'Email', 'Link'],
              invitations.map(({ name, email, inviteUrl }) => [name, email, inviteUrl]),
            )
          }
        >
          Save as CSV
        </Button>
      </Group>
      <TableOrCards
        label="Invitation links"
        items={invitations}
        getKey={({ email }) => email}
        columns={columns}
      />
    </SectionCard>
  )
}

const columns: Column<SharedInvitation>[] = [
  { header: 'Name', cell: ({ name }) => name, width: 120, grows: true, card: 'title' },
  {
    header: 'Email',
    cell: ({ email }) => email,
    width: 140,
    grows: true,
    priority: 'medium',
    card: 'fact',
  },
  {
    header: 'Link',
    cell: ({ inviteUrl }) => inviteUrl,
    width: 140,
    grows: 2,
    priority: 'high',
    card: 'fact',
  },
  {
    header: 'Copy',
    cell: (invitation) => <CopyLink {...invitation} />,
    width: 112,
    card: 'action',
  },
]

function CopyLink({ name, inviteUrl }: SharedInvitation) {
  const { copy, copied, error } = useClipboard()

  useEffect(() => {
    if (error) toastError('This browser does not allow copying. Save the links as CSV.')
  }, [error])

  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${copied ? 'Copied' : 'Copy'} link for ${name}`}
      onClick={() => copy(inviteUrl)}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
