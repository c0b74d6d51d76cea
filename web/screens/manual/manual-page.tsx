import { Title } from '@mantine/core'
import { useScrollSpy } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isManualPage, manualTitles, type ManualPage as Name } from '#contract/kit/manual.ts'
import { useScreenHeading } from '#web/kit/page/focus/heading.ts'
import { LoadedData } from '#web/kit/page/states.tsx'
import { MarkdownText } from '#web/kit/ui/text/markdown.tsx'
import { fetchManual } from './fetch-manual.ts'
import { makeLinkResolver } from './link-resolver.ts'
import { ManualLayout } from './manual-layout.tsx'
import { SideLinks } from './manual-links.tsx'
import { NoManualPage } from './no-manual-page.tsx'

/** A page of the manual, which needs no login. */
export function ManualPage() {
  const { folder = '', page = '' } = useParams()
  // A path ending in .md is the Markdown text's; the page shows it too.
  const name = `${folder}/${page.replace(/\.md$/, '')}`
  if (!isManualPage(name)) return <NoManualPage />
  return (
    <ManualLayout page={name}>
      <Document key={name} name={name} />
    </ManualLayout>
  )
}

function Document({ name }: { name: Name }) {
  const query = useQuery({
    queryKey: ['manual', name],
    queryFn: ({ signal }) => fetchManual(name, signal),
    staleTime: 'static',
    // The screen shows the error.
    meta: { once: true },
  })
  return <LoadedData query={query}>{(text) => <Article name={name} text={text} />}</LoadedData>
}

/** Renders a page; the document's title is set with the text, so that the anchor exists too. */
function Article({ name, text }: { name: Name; text: string }) {
  const { title, body } = splitTitle(text, manualTitles[name])
  const heading = useScreenHeading(title)
  return (
    <article>
      <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      <OnThisPage />
      <MarkdownText text={body} linkTo={makeLinkResolver(name)} hasAnchors />
    </article>
  )
}

function splitTitle(text: string, name: string): { title: string; body: string } {
  const [, title = name, body = text] = text.match(/^# (.+)\n([\s\S]*)$/) ?? []
  return { title, body }
}

/** The headings of the text, with the current one marked; nothing for fewer than two. */
function OnThisPage() {
  const { data, active } = useScrollSpy({ selector: '.markdown :is(h2, h3)' })
  if (data.length < 2) return null
  return (
    <SideLinks label="On this page">
      {data.map(({ id, value, depth }, index) => (
        <li key={id} data-depth={depth}>
          <Link to={`#${id}`} aria-current={index === active ? 'location' : undefined}>
            {value}
          </Link>
        </li>
      ))}
    </SideLinks>
  )
}
