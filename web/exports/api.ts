import { type ExportFormat, exportFormats } from '#contract/exports.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { fetchExport } from '#web/kit/api/fetch-export.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { toastProgress, toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { saveFile } from '#web/kit/page/save-file.ts'

type Query = Record<string, string | undefined>

/**
 * The entries of a list's menu that export it in each format, with the filters that are shown.
 * `what` names the list where the screen has others.
 */
export function getExportEntries(
  endpoints: Record<ExportFormat, Endpoint>,
  query: Query,
  what = '',
): MenuEntry[] {
  return exportFormats.map((format) => ({
    label: ['Export', what, 'as', format.toUpperCase()].filter(Boolean).join(' '),
    onClick: () => exportList(endpoints[format], query),
  }))
}

/** Downloads a file, and says so while it runs, when it is saved and if it fails. */
export async function exportList(endpoint: Endpoint, query: Query): Promise<void> {
  const hideProgress = toastProgress('Exporting…')
  try {
    const { content, name } = await fetchExport(endpoint, query)
    saveFile(content, { name, type: content.type })
    toastSuccess(`Saved as ${name}`)
  } catch (error) {
    toastServerMessage(error)
  } finally {
    hideProgress()
  }
}
