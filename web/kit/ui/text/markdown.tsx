import type { Nodes, Root } from 'mdast'
import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import rehypeSlug from 'rehype-slug'
import remarkGfm from 'remark-gfm'
import styles from './markdown.css?inline'

type Props = {
  text: string
  /** Resolves a relative link to a path of the page; undefined if there is none. */
  linkTo?: (href: string) => string | undefined
  /** Whether headings get ids; not for users' text, whose ids could clash with the screen's. */
  hasAnchors?: boolean
}

/**
 * GitHub-flavoured Markdown as React elements, never as HTML: tags are shown as text, pictures are
 * left out, and links go to the web, to mail or where `linkTo` says.
 */
export function MarkdownText({ text, linkTo = () => undefined, hasAnchors = false }: Props) {
  return (
    <MarkdownFrame>
      <Markdown
        remarkPlugins={[remarkGfm, withLineBreaks]}
        rehypePlugins={hasAnchors ? [rehypeSlug] : []}
        disallowedElements={['img']}
        components={getMarkdownComponents(linkTo)}
      >
        {text}
      </Markdown>
    </MarkdownFrame>
  )
}

type FrameProps = {
  /** Whether it is part of something that has a margin of its own. */
  isWithin?: boolean
  children: ReactNode
}

/** Where Markdown is shown, with its styles. */
export function MarkdownFrame({ isWithin = false, children }: FrameProps) {
  return (
    <div className="markdown" data-within={isWithin || undefined}>
      {/* Beside this code, as the style sheet of all screens comes with the login. */}
      <style href="markdown" precedence="default">
        {styles}
      </style>
      {children}
    </div>
  )
}

const isOfWeb = /^(https?:|mailto:)/i

/** How links and code are shown; `linkTo` resolves relative links. */
export function getMarkdownComponents(linkTo: (href: string) => string | undefined): Components {
  return {
    a({ href = '', children }) {
      if (isOfWeb.test(href)) {
        return (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {children}
          </a>
        )
      }
      const to = linkTo(href)
      return to === undefined ? children : <Link to={to}>{children}</Link>
    },
    pre: ({ node: _, ...code }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard, too.
      <pre tabIndex={0} {...code} />
    ),
    // Focusable, for links to headings.
    h2: ({ node: _, ...heading }) => <h2 tabIndex={-1} {...heading} />,
    h3: ({ node: _, ...heading }) => <h3 tabIndex={-1} {...heading} />,
  }
}

/** A remark plugin: turns `<br>`, the only line break in a table cell, into a line break. */
function withLineBreaks() {
  return (tree: Root) => breakLines(tree)
}

function breakLines(node: Nodes): void {
  if (!('children' in node)) return
  for (const [index, child] of node.children.entries()) {
    if (child.type === 'html' && /^<br ?\/?>$/.test(child.value)) {
      node.children.splice(index, 1, { type: 'break' })
    } else breakLines(child)
  }
}
