/** Constructs of CommonMark and GFM that are more than a line, or that stay as they are typed. */
const disabled = [
  ...['blockQuote', 'codeFenced', 'codeIndented', 'definition', 'headingAtx', 'list'],
  ...['setextUnderline', 'thematicBreak', 'htmlFlow', 'htmlText', 'characterReference'],
  ...['autolink', 'labelStartImage', 'table', 'gfmFootnoteDefinition', 'gfmFootnoteCall'],
]

type Parser = { data: () => object }

/** A remark plugin: parses only what fits within a line; all else stays text. */
export function parseInlineOnly(this: Parser): void {
  const data: { micromarkExtensions?: object[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }]
}
