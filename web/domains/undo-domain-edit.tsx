import { type DomainEdit, editDomain } from '#contract/domains/domains.ts'
import { UndoableByCall } from '#web/kit/page/overlays/undoable-action.tsx'

type Props = { id: string; old: Omit<DomainEdit, 'id'> }

export function UndoDomainEdit({ id, old }: Props) {
  return (
    <UndoableByCall
      call={editDomain}
      input={{ body: { value: { id, ...old } } }}
      said={({ domain }) => `${domain.name}: restored.`}
    />
  )
}
