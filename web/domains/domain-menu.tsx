import { Menu } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Domain } from '#contract/domains/domain.ts'
import { copyDomain, editDomain } from '#contract/domains/domains.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { OpenedMenu } from '#web/kit/page/header/opened-menu.tsx'
import { PageMenuButton } from '#web/kit/page/header/page-menu-button.tsx'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { confirmArchiving } from './confirm-archiving.ts'
import { DomainNameForm } from './domain-name-form.tsx'
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
      toastServerMessage(error)
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
  contentDialog('Copy domain', (close) => <CopyForm domain={domain} close={close} />)
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
  contentDialog('Rename domain', (close) => <RenameForm domain={domain} close={close} />)
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
