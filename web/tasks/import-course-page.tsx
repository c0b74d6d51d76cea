import { Button, Card, Group, List, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { courseMarkdownMaxLength } from '#contract/limits/limits.ts'
import {
  type ImportedWeek,
  importTasks,
  workoutHeadings,
} from '#contract/tasks/import-and-export.ts'
import { listDomainTasks, workoutLists } from '#contract/tasks/tasks.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { TextFileButton } from '#web/kit/form/file/text-file-button.tsx'
import {
  toastIfFails,
  toastServerErrorMessage,
  toastSuccess,
} from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'

type Checked = EndpointReply<typeof importTasks>

/** Reads a domain's course from Markdown, and shows what would change before it is saved. */
export function ImportCoursePage() {
  const { id = '' } = useParams()
  const { data } = useApiQuery(listDomainTasks, { query: { domain: id } })
  const name = data?.[0]?.domain.name
  return (
    <Page
      title="Import a course"
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        { label: name ?? 'Weeks', to: paths.weekList(id) },
      ]}
    >
      <Import key={id} domain={id} />
    </Page>
  )
}

/** A short week that can be imported as it is. */
const example = `# Week 1

## Personal development

- Read a chapter

## Technical

- Build a form

## Miscellaneous

- Type for ten minutes`

/** What a course file may be called. */
const courseFiles = '.md,.markdown,.txt,text/markdown,text/plain'

function Import({ domain }: { domain: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [readAs, setReadAs] = useState<string>()
  const latest = useRef(text)
  const box = useRef<HTMLTextAreaElement>(null)
  const [checked, setChecked] = useState<Checked>()
  const [isChecking, setChecking] = useState(false)
  const save = useApiMutation(importTasks)

  function write(text: string) {
    latest.current = text
    setText(text)
    setChecked(undefined)
  }

  async function check(text: string) {
    setChecking(true)
    await toastIfFails(async () => {
      const body = { value: { domain, text, apply: 'none' as const } }
      const { data } = await callApi(importTasks, { body })
      if (latest.current === text) setChecked(data)
    })
    setChecking(false)
  }

  async function saveAll() {
    try {
      await save.mutateAsync({ body: { value: { domain, text, apply: 'all' } } })
      toastSuccess('The course is saved.')
      await navigate(paths.weekList(domain))
    } catch (error) {
      toastServerErrorMessage(error)
      await client.invalidateQueries()
    }
  }

  return (
    <>
      <Text c="dimmed">
        Begin each week with a line such as ‘# Week 1’; it needs all three lists: Personal
        development, Technical and Miscellaneous. Each task is a line that begins with ‘-’, and
        weeks missing from the text stay as they are. See{' '}
        <ManualLink page="guide/admin" hash="#import-a-course" />.
      </Text>
      <Card withBorder>
        <Stack>
          <Textarea
            ref={box}
            label="Course"
            description="Paste it as Markdown, or choose a text file."
            placeholder={example}
            rows={14}
            spellCheck={false}
            maxLength={courseMarkdownMaxLength}
            value={text}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <Group>
            <TextFileButton
              accept={courseFiles}
              take={(text, readAs) => {
                write(text)
                setReadAs(readAs)
                void check(text)
              }}
            />
            {text.trim() ? (
              <Button
                variant={checked ? 'default' : 'filled'}
                loading={isChecking}
                onClick={() => check(text)}
              >
                Show the changes
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={() => {
                  write(example)
                  setReadAs(undefined)
                  // The button disappears.
                  box.current?.focus()
                }}
              >
                Use the example
              </Button>
            )}
            {readAs && text && (
              <Text size="sm" c="dimmed">
                {readAs}
              </Text>
            )}
          </Group>
        </Stack>
      </Card>
      {checked && <Changes checked={checked} saveAll={saveAll} isSaving={save.isPending} />}
    </>
  )
}

type ChangesProps = { checked: Checked; saveAll: () => void; isSaving: boolean }

function Changes({ checked: { weeks, problems, message }, saveAll, isSaving }: ChangesProps) {
  const changed = weeks.filter(({ change }) => change !== 'same')
  return (
    <Stack component="section" aria-labelledby="changes">
      <Title order={2} id="changes" aria-live="polite">
        {problems.length > 0 ? 'Some lines have problems' : message}
      </Title>
      {problems.length > 0 ? (
        <List aria-label="Problems">
          {problems.map(({ line, problem }) => (
            <List.Item key={`${line} ${problem}`}>{`Line ${line}: ${problem}`}</List.Item>
          ))}
        </List>
      ) : (
        changed.length > 0 && (
          <Group>
            <Button loading={isSaving} onClick={saveAll}>
              Save the course
            </Button>
          </Group>
        )
      )}
      {problems.length === 0 && changed.map((week) => <Week key={week.week} {...week} />)}
    </Stack>
  )
}

/** What is new and what goes in a week, list by list. */
function Week({ week, change, lines }: ImportedWeek) {
  return (
    <Card withBorder component="section" aria-label={`Week ${week}`}>
      <Group mb="sm">
        <Title order={3}>{`Week ${formatWeekNumber(week)}`}</Title>
        <StatePill sign={change === 'new' ? 'full' : 'empty'}>
          {change === 'new' ? 'New' : 'Changed'}
        </StatePill>
      </Group>
      {workoutLists.map(({ field }) => (
        <div key={field}>
          <Text fw={600} size="sm">
            {workoutHeadings[field]}
          </Text>
          <List mb="sm" listStyleType="none">
            {lines
              .filter(({ list }) => list === field)
              .map(({ text, change }) => (
                <List.Item key={`${change} ${text}`} style={{ overflowWrap: 'anywhere' }}>
                  <Line text={text} change={change} />
                </List.Item>
              ))}
          </List>
        </div>
      ))}
    </Card>
  )
}

/** The sign says what the colour says. */
function Line({ text, change }: Pick<ImportedWeek['lines'][number], 'text' | 'change'>) {
  if (change === 'new') return <ins style={{ textDecoration: 'none' }}>{`+ ${text}`}</ins>
  if (change === 'gone') return <del>{`− ${text}`}</del>
  return (
    <Text c="dimmed" component="span" inherit>
      {text}
    </Text>
  )
}
