import { type DomainEdit, editDomain } from '#contract/domains.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { UndoRow } from '#web/kit/page/overlays/undo-row.tsx'

type Props = { id: string; old: Omit<DomainEdit, 'id'> }

/** Undoes an edit of a domain. */
export function UndoDomainEdit({ id, old }: Props) {
  const { mutateAsync } = useApiMutation(editDomain)
  return (
    <UndoRow
      note=""
      undo={async () => {
        const { domain } = await mutateAsync({ body: { value: { id, ...old } } })
        return `${domain.name}: restored.`
      }}
    />
  )
}
