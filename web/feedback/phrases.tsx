import { Button, Group, Text } from '@mantine/core'
import {
  getPhrases,
  Phrases as PhrasesSchema,
  phrasesSavedMessage,
  savePhrases,
} from '#contract/feedback.ts'
import { phrasesMax } from '#contract/limits/reviews.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { LinesField } from '#web/kit/form/fields/lines-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'

/** A reviewer's own phrases, each a button that inserts it, and a button to edit them. */
export function Phrases({ insert }: { insert: (phrase: string) => void }) {
  const { data } = useApiQuery(getPhrases)
  if (!data) return null
  const { phrases } = data
  return (
    <Group gap="xs" role="group" aria-label="Your phrases">
      {phrases.map((phrase, index) => (
        <Button
          // A phrase has no id.
          key={index}
          variant="default"
          maw="100%"
          title={phrase}
          onClick={() => insert(phrase)}
        >
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{phrase}</span>
        </Button>
      ))}
      <Button variant="subtle" onClick={() => openPhrases(phrases)}>
        {phrases.length > 0 ? 'Edit phrases' : 'Add phrases of your own'}
      </Button>
    </Group>
  )
}

function openPhrases(phrases: string[]): void {
  openContentDialog('Your phrases', (close) => <PhrasesForm phrases={phrases} close={close} />)
}

function PhrasesForm({ phrases, close }: { phrases: string[]; close: () => void }) {
  const { mutateAsync } = useApiMutation(savePhrases)
  const { form, submit } = useSchemaForm(PhrasesSchema, {
    phrases: phrases.length > 0 ? phrases : [''],
  })

  const save = submit(async (value) => {
    await mutateAsync({ body: { value } })
    close()
    toastSuccess(phrasesSavedMessage)
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={save} close={close} label="Save" busy={form.submitting}>
      <Text>One press inserts a phrase into your feedback. Only you see them here.</Text>
      <LinesField
        title="Phrases"
        most={phrasesMax}
        lines={form.values.phrases}
        error={form.errors.phrases}
        lineProps={(index) => ({
          ...form.getInputProps(`phrases.${index}`),
          ...(index === 0 && autoFocusProps),
        })}
        add={(index) => form.insertListItem('phrases', '', index)}
        canBeEmpty
        remove={(index) => form.removeListItem('phrases', index)}
        replace={(lines) => form.setFieldValue('phrases', lines)}
      />
    </DialogForm>
  )
}
