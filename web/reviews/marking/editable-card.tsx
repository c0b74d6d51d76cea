import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { EditIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'

type Props = {
  title: string
  /** The accessible label of the edit button. */
  editLabel: string
  /** Whether editing is the main action now. */
  isMain?: boolean
  /** Whether it can be edited now; an open form stays. */
  isEditable: boolean
  view: ReactNode
  /** Renders the form in edit mode; `close` ends it. */
  form: (close: () => void) => ReactNode
}

/** A card with an edit mode; the focus moves to the form and back. */
export function EditableCard({ title, editLabel, isMain = false, isEditable, view, form }: Props) {
  const [isEditing, setEditing] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const hasToggled = useRef(false)

  useEffect(() => {
    if (!hasToggled.current) return
    hasToggled.current = false
    const target = isEditing ? 'input, textarea' : 'button'
    card.current?.querySelector<HTMLElement>(target)?.focus()
  }, [isEditing])

  function toggle(editing: boolean) {
    hasToggled.current = true
    setEditing(editing)
  }

  const edit = !isEditing && isEditable && (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<EditIcon />}
      aria-label={editLabel}
      onClick={() => toggle(true)}
    >
      Edit
    </Button>
  )
  return (
    <SectionCard title={title} action={edit} ref={card}>
      {isEditing ? form(() => toggle(false)) : view}
    </SectionCard>
  )
}
