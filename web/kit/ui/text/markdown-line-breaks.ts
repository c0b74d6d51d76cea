import type { Nodes, Root } from 'mdast'

/**
 * A remark plugin: turns `<br>`, the only way to break a line in a table cell, into a line break.
 */
export function withLineBreaks() {
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
