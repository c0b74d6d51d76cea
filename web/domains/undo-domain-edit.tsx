import { type DomainEdit, editDomain } from '#contract/domains/domains.ts'
import { UndoCall } from '#web/kit/page/overlays/undo-action.tsx'

type Props = { id: string; old: Omit<DomainEdit, 'id'> }

export function UndoDomainEdit({ id, old }: Props) {
  return (
    <UndoCall
      call={editDomain}
      input={{ body: { value: { id, ...old } } }}
      said={({ domain }) => `${domain.name}: restored.`}
    />
  )
}
