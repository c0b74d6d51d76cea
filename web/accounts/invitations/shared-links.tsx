import { Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { toastError } from '#web/kit/page/overlays/toast.ts'
import { saveCsv } from '#web/kit/page/save-csv.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'

type Props = {
  invitations: SharedInvitation[]
  /** Removes them from the screen, once they are saved. */
  close?: () => void
}

/**
 * New invitation links, for an admin to share without a mail server. Until they are saved as a file
 * or all copied, leaving the page asks.
 */
export function SharedLinks({ invitations, close }: Props) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsFor(keep), [])
  const isKept = invitations.every(({ inviteUrl }) => kept.has(inviteUrl))
  useUnsaved(!isKept, 'links')

  function keep(links: string[]) {
    setKept((before) => new Set([...before, ...links]))
  }

  function save() {
    saveCsv(
      'invitation-links.csv',
      ['Name', 'Email', 'Link'],
      invitations.map(({ name, email, inviteUrl }) => [name, email, inviteUrl]),
    )
    keep(invitations.map(({ inviteUrl }) => inviteUrl))
  }

  return (
    <SectionCard id="links" title="Invitation links">
      <Text>
        No mail server is set up, so no email was sent. Send each person their own link; it works
        for one person only. Save the links now: they are not shown again.
      </Text>
      <Group>
        <Button onClick={save}>Save as CSV</Button>
        {close && isKept && (
          <Button
            variant="default"
            onClick={() => {
              // The button disappears with the links.
              focusHeading()
              close()
            }}
          >
            Close
          </Button>
        )}
      </Group>
      <TableOrCards
        label="Invitation links"
        items={invitations}
        getKey={({ inviteUrl }) => inviteUrl}
        columns={columns}
      />
    </SectionCard>
  )
}

function columnsFor(keep: (links: string[]) => void): Column<SharedInvitation>[] {
  return [
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
      cell: (invitation) => <CopyLink {...invitation} keep={keep} />,
      width: 112,
      card: 'action',
    },
  ]
}

type CopyProps = SharedInvitation & { keep: (links: string[]) => void }

function CopyLink({ name, inviteUrl, keep }: CopyProps) {
  const { copy, copied, error } = useClipboard()

  useEffect(() => {
    if (error) toastError('This browser does not allow copying. Save the links as CSV.')
  }, [error])

  useEffect(() => {
    if (copied) keep([inviteUrl])
  }, [copied])

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
