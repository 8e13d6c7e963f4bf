import { afterEach, expect, test, vi } from 'vitest'

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }))
vi.mock('#web/ui/overlays/toasts.ts', () => ({ showToast }))
// Another test may have loaded the module without the mock.
vi.resetModules()
const { shareOrCopy } = await import('./share-or-copy.ts')
afterEach(() => {
  vi.unstubAllGlobals()
  showToast.mockClear()
})
const link = { text: 'Here: https://primp.test/guest/1', url: 'https://primp.test/guest/1', copied: 'Copied.' }

test('a link is shared by the device, else copied, else shown', async () => {
  const share = vi.fn(() => Promise.reject(new Error('closed')))
  vi.stubGlobal('navigator', { share })
  await shareOrCopy(link)
  expect(share).toHaveBeenCalledWith({ text: link.text, url: link.url })
  expect(showToast).not.toHaveBeenCalled()

  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await shareOrCopy(link)
  expect(writeText).toHaveBeenCalledWith(link.text)
  expect(showToast).toHaveBeenLastCalledWith('success', link.copied)

  writeText.mockImplementation(() => Promise.reject(new Error('not allowed')))
  await shareOrCopy(link)
  expect(showToast).toHaveBeenLastCalledWith('info', link.url)
  vi.stubGlobal('navigator', {})
  await shareOrCopy(link)
  expect(showToast).toHaveBeenLastCalledWith('info', link.url)
})
