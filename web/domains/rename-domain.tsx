import { type Domain, editDomain } from '#contract/domains.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { DomainNameForm } from './domain-name-form.tsx'
import { UndoDomainEdit } from './undo-domain-edit.tsx'

/** Opens the dialog to rename a domain. */
export function openRenameDomain(domain: Domain): void {
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
