import {
  ActionIcon,
  Button,
  Checkbox,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useRef } from 'react'
import {
  linkNoteMaxLength,
  linkUrlMaxLength,
  workLinksMax,
  workNoteMaxLength,
} from '#contract/limits/reviews.ts'
import {
  type LinkKind,
  linkKinds,
  NewLink,
  tooManyLinksMessage,
  type Work,
  type WorkLink,
  workRefusals,
} from '#contract/work.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { CloseIcon } from '#web/kit/ui/icons/icons.tsx'
import { linkKindNames } from '../link-kinds.ts'
import { Links } from '../links.tsx'
import styles from '../work.module.css'
import { getLinkKey } from './edits.ts'
import { RefusedEdits } from './save-status.tsx'
import type { EditWork } from './use-own-work.ts'

type Props = { work: Work; edit: EditWork }

/** What a student brings to the review besides ticked tasks. It saves by itself. */
export function EditWorkCard({ work, edit }: Props) {
  const { isOver, note, isReady } = work
  return (
    <SectionCard id="own-work" title="For your review">
      <RefusedEdits />
      {isOver && <Text c="dimmed">{workRefusals.over.message}.</Text>}
      <EditLinks work={work} edit={edit} />
      <Textarea
        label="Note"
        description="Your advisor and your reviewer read it"
        autosize
        minRows={3}
        maxLength={workNoteMaxLength}
        value={note}
        readOnly={isOver}
        onChange={({ currentTarget }) => edit({ note: currentTarget.value })}
      />
      <Checkbox
        label="I am ready for my review"
        description="Your advisor and your reviewer are notified once"
        checked={isReady}
        disabled={isOver}
        onChange={({ currentTarget }) => edit({ isReady: currentTarget.checked })}
      />
    </SectionCard>
  )
}

type EditLinksProps = { work: Work; edit: EditWork }

/** The links of the student's work, to add and to remove. */
function EditLinks({ work: { links, isOver }, edit }: EditLinksProps) {
  const title = useRef<HTMLHeadingElement>(null)

  function remove(link: WorkLink) {
    edit({ links: new Map([[getLinkKey(link), null]]) })
    // The button disappears.
    title.current?.focus()
  }

  return (
    <Stack gap="sm">
      <Title order={3} ref={title} tabIndex={-1} style={{ outline: 'none' }}>
        Links
      </Title>
      {links.length > 0 && (
        <Links
          links={links}
          action={(link) =>
            !isOver && (
              <ActionIcon
                color="gray"
                aria-label={`Remove ${link.url}`}
                onClick={() => remove(link)}
              >
                <CloseIcon />
              </ActionIcon>
            )
          }
        />
      )}
      {isOver && links.length === 0 && <Text c="dimmed">No links.</Text>}
      {!isOver && links.length >= workLinksMax && <Text c="dimmed">{tooManyLinksMessage}.</Text>}
      {!isOver && links.length < workLinksMax && (
        <AddLink
          links={links}
          add={(link) => edit({ links: new Map([[getLinkKey(link), link]]) })}
        />
      )}
    </Stack>
  )
}

type AddProps = { links: WorkLink[]; add: (link: WorkLink) => void }

function AddLink({ links, add }: AddProps) {
  const empty = { kind: findFreeKind(links), url: '', note: '' }
  const { form, submit } = useSchemaForm(NewLink, empty)
  const send = submit((values) => {
    const link = NewLink.parse(values)
    add(link)
    form.setInitialValues({ ...empty, kind: findFreeKind([...links, link]) })
    form.reset()
    form.getInputNode('url')?.focus()
  })

  useUnsaved(form.isDirty('url') || form.isDirty('note'))

  /** Links are often copied without their scheme. */
  function addScheme() {
    const url = form.values.url.trim()
    if (/^[^\s/:?#@]+\.[^\s/:?#@.]+(:\d+)?([/?#]|$)/.test(url))
      form.setFieldValue('url', `https://${url}`)
  }

  return (
    <FormStack gap="sm" onSubmit={send}>
      <div className={styles.add}>
        <Select
          label="Kind"
          allowDeselect={false}
          data={Object.entries(linkKindNames).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('kind')}
        />
        <TextInput
          label="Link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={linkUrlMaxLength}
          {...form.getInputProps('url')}
          onBlur={addScheme}
          onKeyDown={(event) => event.key === 'Enter' && addScheme()}
        />
        <TextInput
          label="Note (optional)"
          maxLength={linkNoteMaxLength}
          {...form.getInputProps('note')}
        />
      </div>
      <div>
        <Button type="submit" variant="default">
          Add link
        </Button>
      </div>
    </FormStack>
  )
}

/** The first kind without a link. */
function findFreeKind(links: WorkLink[]): LinkKind {
  return linkKinds.find((kind) => links.every((link) => link.kind !== kind)) ?? 'other'
}
