import { Menu, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Domain, domainRefusals } from '#contract/domains/domain.ts'
import { copyDomain, countDomainPeople, editDomain, NewDomain } from '#contract/domains/domains.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { OpenedMenu } from '#web/kit/page/header/opened-menu.tsx'
import { PageMenuButton } from '#web/kit/page/header/page-menu-button.tsx'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import {
  autoFocusProps,
  openConfirmDialog,
  openContentDialog,
} from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { openLastWeekForm } from './last-week-form.tsx'
import { UndoDomainEdit } from './undo-domain-edit.tsx'

/** The menu of a domain's row. It is rendered on the first click. */
export function DomainMenu({ domain }: { domain: Domain }) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <OpenedDomainMenu domain={domain} />
  return (
    <PageMenuButton
      variant="subtle"
      color="gray"
      c="inherit"
      aria-label={`More for ${domain.name}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
}

function OpenedDomainMenu({ domain }: { domain: Domain }) {
  const { _id: id, name, isArchived } = domain
  const button = useRef<HTMLButtonElement>(null)
  const { mutateAsync, isPending } = useApiMutation(editDomain)

  async function archiveOrRestore() {
    try {
      if (!isArchived && !(await confirmArchiving(domain))) return
      await mutateAsync({ body: { value: { id, isArchived: !isArchived } } })
      // The row moves to the other list.
      focusHeading()
      const said = isArchived ? `${name} is back.` : `${name} is archived.`
      toastSuccess(said, <UndoDomainEdit id={id} old={{ isArchived }} />, undoMs)
    } catch (error) {
      toastServerErrorMessage(error)
    }
  }

  const open = (show: () => void) => () => {
    // The entry disappears: the dialog returns the focus to the button.
    button.current?.focus()
    show()
  }

  return (
    <OpenedMenu
      // Not clipped by the list's edge.
      floatingStrategy="fixed"
      button={
        <PageMenuButton
          ref={button}
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={`More for ${name}`}
          loading={isPending}
        />
      }
      buttonRef={button}
    >
      <Menu.Item mih={44} onClick={open(() => openRenameDomain(domain))}>
        Rename
      </Menu.Item>
      <Menu.Item mih={44} onClick={open(() => openLastWeekForm(domain))}>
        Set last week
      </Menu.Item>
      <Menu.Item mih={44} component={Link} to={paths.rubric(id)}>
        Rubric
      </Menu.Item>
      <Menu.Item mih={44} onClick={open(() => openCopyDomain(domain))}>
        Copy
      </Menu.Item>
      <Menu.Item mih={44} onClick={open(() => void archiveOrRestore())}>
        {isArchived ? 'Bring back' : 'Archive'}
      </Menu.Item>
    </OpenedMenu>
  )
}

function openCopyDomain(domain: Domain): void {
  openContentDialog('Copy domain', (close) => <CopyForm domain={domain} close={close} />)
}

function CopyForm({ domain: { _id: id, name }, close }: { domain: Domain; close: () => void }) {
  const { mutateAsync } = useApiMutation(copyDomain)

  async function copy(given: string) {
    const { domain } = await mutateAsync({ body: { value: { id, name: given } } })
    toastSuccess(`${domain.name} has every task of ${name}.`)
  }

  return <DomainNameForm name={`${name} (copy)`} submit="Copy" send={copy} close={close} />
}

function openRenameDomain(domain: Domain): void {
  openContentDialog('Rename domain', (close) => <RenameForm domain={domain} close={close} />)
}

function RenameForm({ domain, close }: { domain: Domain; close: () => void }) {
  const { _id: id, name: before } = domain
  const { mutateAsync } = useApiMutation(editDomain)

  async function rename(name: string) {
    const { domain } = await mutateAsync({ body: { value: { id, name } } })
    if (domain.name === before) return
    const undo = <UndoDomainEdit id={id} old={{ name: before }} />
    toastSuccess(`${before} is now ${domain.name}.`, undo, undoMs)
  }

  return <DomainNameForm name={before} submit="Rename" send={rename} close={close} />
}

/**
 * Says what archiving a domain does and how many people keep it; returns whether it is confirmed.
 */
async function confirmArchiving({ _id: id, name }: Domain): Promise<boolean> {
  const { students, reviewers } = (await callApi(countDomainPeople, { query: { id } })).data
  const people = `${formatCount(students, 'student', 'students')} and ${formatCount(reviewers, 'reviewer', 'reviewers')}`
  return openConfirmDialog({
    title: `Archive ${name}`,
    text: `It can no longer be chosen for new people or tasks. ${people} keep it.`,
    confirm: 'Archive',
  })
}

type Props = {
  /** The name at first. */
  name: string
  /** The label of the button. */
  submit: string
  /** Sends the name; a refusal of it is shown at the field, other failures as a toast. */
  send: (name: string) => Promise<void>
  close: () => void
}

/** A form for a domain's name, in a dialog that closes when the name is saved. */
function DomainNameForm({ name, submit: label, send, close }: Props) {
  const { form, submit } = useSchemaForm(NewDomain, { name }, { name: domainRefusals.nameTaken })

  const save = submit(async (values) => {
    try {
      await send(values.name)
    } catch (error) {
      if (!isRefusedWith(error, domainRefusals.nameTaken)) toastServerErrorMessage(error)
      throw error
    }
    close()
  })

  return (
    <DialogForm onSubmit={save} close={close} label={label} busy={form.submitting}>
      <TextInput
        label="Domain name"
        autoComplete="off"
        {...autoFocusProps}
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}
