import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { LinkedText } from './linked-text.tsx'
import { getMarkdownComponents, MarkdownFrame } from './markdown.tsx'

/**
 * A person's text with its Markdown, as React elements and never as HTML: tags are shown as text,
 * pictures are left out, links go to the web or to mail, and nothing sets an id. Headings are bold
 * lines, as the screen has its own. What is nested too deep for a browser stays as it was typed.
 */
export function UserMarkdown({ text }: { text: string }) {
  return <MarkdownFrame isWithin>{parse(text) ?? <AsTyped text={text} />}</MarkdownFrame>
}

/** The elements of a text; undefined if they are nested too deep. */
function parse(text: string): ReactNode {
  if (isSlow(text)) return undefined
  try {
    // Called, not rendered, as deep nesting throws here.
    return Markdown({
      children: text,
      remarkPlugins: [remarkGfm, withoutFootnotes, limitDepth],
      disallowedElements: ['img'],
      components,
    })
  } catch {
    return undefined
  }
}

function AsTyped({ text }: { text: string }) {
  return (
    <p style={{ whiteSpace: 'pre-wrap' }}>
      <LinkedText>{text}</LinkedText>
    </p>
  )
}

const Heading = ({ children }: { children?: ReactNode }) => (
  <p>
    <strong>{children}</strong>
  </p>
)

const components: Components = {
  ...getMarkdownComponents(() => undefined),
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  // A task's box, which nobody can tick.
  input: ({ checked }) => (checked ? '☑' : '☐'),
}

type Parser = { data: () => object }

/** A remark plugin: footnotes would set ids, which could be the screen's own. */
function withoutFootnotes(this: Parser): void {
  const data: { micromarkExtensions?: object[] } = this.data()
  const disable = { null: ['gfmFootnoteDefinition', 'gfmFootnoteCall'] }
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable }]
}

/** The most marks of quotes and lists that begin a line. */
const lineMarksMax = 10
/** The most marks of emphasis and of links in a paragraph. */
const [emphasisMax, linksMax] = [400, 100]

/**
 * Whether marks may be nested in marks so deep that parsing takes seconds: its time is quadratic.
 */
function isSlow(text: string): boolean {
  const count = (part: string, mark: RegExp) => part.match(mark)?.length ?? 0
  const begin = (line: string) => line.match(/^[\s>*+\d.)-]*/)?.[0] ?? ''
  return (
    text.split('\n').some((line) => count(begin(line), />|[*+.)-]\s/g) > lineMarksMax) ||
    text
      .split(/\n[^\S\n]*\n/)
      .some((part) => count(part, /[*_~]/g) > emphasisMax || count(part, /\[/g) > linksMax)
  )
}

/** Far more than people write, and little enough for every browser's stack. */
const depthMax = 100

type Node = { children?: Node[] }

/** A remark plugin: throws if the tree is deeper than `depthMax`. */
function limitDepth() {
  return (tree: Node) => {
    let level: Node[] = [tree]
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > depthMax) throw new Error('nested too deep')
      level = level.flatMap(({ children = [] }) => children)
    }
  }
}
