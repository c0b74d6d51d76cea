import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { lineMaxLength } from '#contract/limits/limits.ts'
import { LinkedText } from './linked-text.tsx'

/**
 * A line's Markdown as React elements, never as HTML: only emphasis, code and links of the web. A
 * line that is longer than one can be saved is not parsed.
 */
export function ParsedInlineMarkdown({ line }: { line: string }) {
  if (line.length > lineMaxLength) return <LinkedText>{line}</LinkedText>
  return (
    <Markdown
      remarkPlugins={[remarkGfm, parseInlineOnly]}
      allowedElements={['p', 'a', 'em', 'strong', 'del', 'code']}
      unwrapDisallowed
      components={components}
    >
      {line}
    </Markdown>
  )
}

const isOfWeb = /^https?:\/\//i

const components: Components = {
  p: ({ children }) => children,
  a({ href = '', children }) {
    // A bare address leads where it says, and ends where a sentence would end.
    if (typeof children === 'string' && isOfWeb.test(children)) {
      return <LinkedText>{children}</LinkedText>
    }
    if (!isOfWeb.test(href)) return children
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" style={{ color: 'inherit' }}>
        {children}
      </a>
    )
  },
}

/** Constructs of CommonMark and GFM that are more than a line, or that stay as they are typed. */
const disabled = [
  ...['blockQuote', 'codeFenced', 'codeIndented', 'definition', 'headingAtx', 'list'],
  ...['setextUnderline', 'thematicBreak', 'htmlFlow', 'htmlText', 'characterReference'],
  ...['autolink', 'labelStartImage', 'table', 'gfmFootnoteDefinition', 'gfmFootnoteCall'],
]

type Parser = { data: () => object }

/** A remark plugin: parses only what fits within a line; all else stays text. */
function parseInlineOnly(this: Parser): void {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }]
}
