/** Works outside secure contexts too. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text),
    );
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const textarea = Object.assign(document.createElement('textarea'), { value: text });
  textarea.style.cssText = 'position:fixed;opacity:0';
  document.body.append(textarea);
  textarea.select();
  const isCopied = document.execCommand('copy');
  textarea.remove();
  return isCopied;
}
