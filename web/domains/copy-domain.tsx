import { copyDomain, type Domain } from '#contract/domains.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { DomainNameForm } from './domain-name-form.tsx'

/** Opens the dialog to copy a domain. */
export function openCopyDomain(domain: Domain): void {
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
