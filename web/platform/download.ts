/** Downloads a text or bytes as a file. */
export function downloadFile(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([content], { type: typeof content === 'string' ? `${type};charset=utf-8` : type }),
  )
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
