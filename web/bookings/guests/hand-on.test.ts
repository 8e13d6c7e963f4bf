import { afterEach, expect, test, vi } from 'vitest'
import { handOn } from './hand-on.ts'

const { toast } = vi.hoisted(() => ({ toast: vi.fn() }))
vi.mock('#web/ui/overlays/toasts.ts', () => ({ toast }))
afterEach(() => {
  vi.unstubAllGlobals()
  toast.mockClear()
})
const link = { text: 'Here: https://primp.test/guest/1', url: 'https://primp.test/guest/1', copied: 'Copied.' }

test('a link is handed on by the device, else copied, else shown', async () => {
  const share = vi.fn(() => Promise.reject(new Error('closed')))
  vi.stubGlobal('navigator', { share })
  await handOn(link)
  expect(share).toHaveBeenCalledWith({ text: link.text, url: link.url })
  expect(toast).not.toHaveBeenCalled()

  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await handOn(link)
  expect(writeText).toHaveBeenCalledWith(link.text)
  expect(toast).toHaveBeenLastCalledWith('success', link.copied)

  writeText.mockImplementation(() => Promise.reject(new Error('not allowed')))
  await handOn(link)
  expect(toast).toHaveBeenLastCalledWith('info', link.url)
  vi.stubGlobal('navigator', {})
  await handOn(link)
  expect(toast).toHaveBeenLastCalledWith('info', link.url)
})
