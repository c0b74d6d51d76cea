import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  accountRefusals,
  blockFailedMessage,
  blockUnblock,
  userBlockedMessage,
} from '#contract/accounts/accounts.ts'
import { type ListedPerson, listPeople } from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import { SessionEndedError } from '#web/kit/api/call-api.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import {
  openConfirmDialog,
  openFailureDialog,
  openSuccessDialog,
} from '#web/kit/page/overlays/dialogs.ts'
import { useHasMailServer } from '#web/school/api.ts'
import { blockStudentsNote } from './bulk-actions/format-bulk-action.ts'
import { showInviteLink } from './invitations/invite-link.tsx'
import { getInviteQuestion } from './invitations/invite-question.ts'
import { toastBlocked } from './undo-block.tsx'

/** The effects of blocking people on others. */
export type BlockEffects = {
  /** Shown with the question; undefined if there are none. */
  facts: ReactNode
  /** An action chosen in the facts, run before the block; whether it handed students over. */
  doFirst?: () => Promise<boolean>
}
export type FindBlockEffects = (people: ListedPerson[]) => Promise<BlockEffects>

/** Finds the effects of a block on others; for students they are always the same. */
export async function findBlockEffects(
  listed: Role,
  people: ListedPerson[],
  describeBlock?: FindBlockEffects,
): Promise<BlockEffects> {
  if (listed === 'student') return { facts: blockStudentsNote }
  return (await describeBlock?.(people)) ?? { facts: undefined }
}

type Props = {
  person: ListedPerson
  listed: Role
  /** Called before the question, to describe the effects. */
  describeBlock?: FindBlockEffects | undefined
  /** Whether it is the main action of a screen, not one of many in a list. */
  isMain?: boolean
}

/**
 * Blocks or unblocks a person of a role's list; unblocking somebody unverified sends a new
 * invitation (contract, section 2). For the last admin who can sign in it says why it cannot.
 */
export function BlockLink({ person, listed, describeBlock, isMain = false }: Props) {
  const change = useApiMutation(blockUnblock[listed])
  const [isAsking, setAsking] = useState(false)
  const isLastAdmin = useIsLastAdmin(person, listed)
  const isMailed = useHasMailServer()
  const { label, text, confirm } = wordsFor(person, listed, isMailed)

  async function ask() {
    try {
      const isDestructive = label === 'Block'
      setAsking(true)
      const effects = isDestructive
        ? await findBlockEffects(listed, [person], describeBlock)
        : undefined
      setAsking(false)
      const sure = await openConfirmDialog({
        title: label,
        text,
        facts: effects?.facts,
        confirm,
        isDestructive,
      })
      if (!sure) return
      const handOver = (await effects?.doFirst?.()) ?? false
      const action = isDestructive ? 'block' : 'unblock'
      const { inviteUrl } = await change.mutateAsync({
        body: {
          id: person._id,
          action,
          // They may have joined, and be blocked, while the question was open.
          ...(!person.isProfileVerified && { unverifiedOnly: true }),
        },
      })
      if (inviteUrl) {
        showInviteLink({ name: person.name, url: inviteUrl }, isMailed)
        return
      }
      const undoable = { listed, ids: [person._id], handOver }
      const done = `${person.name} is ${action}ed`
      openSuccessDialog(done, userBlockedMessage, () => {
        if (isDestructive) toastBlocked(`${done}.`, undoable)
      })
    } catch (error) {
      setAsking(false)
      const { lastAdmin, joined } = accountRefusals
      const refused = [lastAdmin, joined].find((refusal) => isRefusedWith(error, refusal))
      if (!(error instanceof SessionEndedError))
        openFailureDialog(refused?.message ?? blockFailedMessage)
    }
  }

  return (
    <Button
      {...(isMain ? { variant: label === 'Block' ? 'default' : 'filled' } : inRow)}
      loading={change.isPending || isAsking}
      {...(isLastAdmin ? lastAdminProps : { onClick: ask })}
    >
      {label}
    </Button>
  )
}

/** It keeps the focus, and says its reason when it is pressed, as a phone shows no tooltips. */
const lastAdminProps = {
  'aria-disabled': true,
  'data-disabled': true,
  title: accountRefusals.lastAdmin.message,
  onClick: () => openFailureDialog(accountRefusals.lastAdmin.message),
}

/** As wide as the longest label, so that the menus beside the buttons are in line. */
const inRow = {
  variant: 'subtle',
  color: 'gray',
  c: 'dimmed',
  px: 'xs',
  fw: 400,
  miw: 84,
  justify: 'start',
}

/** Whether this is the only admin who can sign in, whom the server refuses to block. */
function useIsLastAdmin({ _id }: ListedPerson, listed: Role): boolean {
  const query = { state: 'active', limit: 2 } as const
  const { data } = useApiQuery(listPeople.admin, { query }, { enabled: listed === 'admin' })
  return data?.length === 1 && data[0]?._id === _id
}

function wordsFor(
  { name, isProfileVerified, isBlocked }: ListedPerson,
  listed: Role,
  isMailed: boolean,
) {
  if (!isProfileVerified) return { label: 'Send Mail', ...getInviteQuestion(name, { isMailed }) }
  if (isBlocked) {
    return {
      label: 'Unblock',
      text: `Are you sure you want to unblock ${name}?`,
      confirm: 'Yes, unblock',
    }
  }
  return {
    label: 'Block',
    text: `Are you sure you want to block ${name}? They are signed out at once, and their API tokens are revoked for good.${listed === 'admin' ? ' Webhooks they added stay.' : ''}`,
    confirm: 'Yes, block',
  }
}
