import { type DomainEdit, editDomain } from '#contract/domains/domains.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'

type Props = { id: string; old: Omit<DomainEdit, 'id'> }

export function UndoDomainEdit({ id, old }: Props) {
  return (
    <UndoableActionByCall
      call={editDomain}
      input={{ body: { value: { id, ...old } } }}
      said={({ domain }) => `${domain.name}: restored.`}
    />
  )
}
