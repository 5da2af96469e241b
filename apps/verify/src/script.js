/* Optional: the page shows every verdict without this script. Sends the position of consenting visitors, and shrinks a picture before upload. */
(() => {
  const place = document.querySelector('form[data-position]');
  if (place && navigator.geolocation && isSecureContext) {
    place.hidden = false;
    const button = place.querySelector('button');
    const said = place.querySelector('[role=status]');
    const say = (word) => {
      said.textContent = place.dataset[word];
    };
    place.addEventListener('submit', (event) => {
      event.preventDefault();
      button.disabled = true;
      say('asking');
      navigator.geolocation.getCurrentPosition(
        ({ coords: { longitude: lng, latitude: lat, accuracy } }) =>
          fetch(place.action, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ lng, lat, accuracy }),
          }).then(
            ({ ok }) => {
              say(ok ? 'done' : 'failed');
              button.hidden = ok;
              button.disabled = false;
            },
            () => {
              say('failed');
              button.disabled = false;
            },
          ),
        () => {
          say('denied');
          button.disabled = false;
        },
        { enableHighAccuracy: false, timeout: 15000, maximumAge: 60000 },
      );
    });
  }

  const input = document.querySelector('input[type=file]');
  if (input) {
    input.addEventListener('change', async () => {
      const [file] = input.files;
      if (!file || file.size < 1_000_000 || !globalThis.createImageBitmap) return;
      const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
      if (!image) return;
      const share = Math.min(1, 1600 / Math.max(image.width, image.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(image.width * share);
      canvas.height = Math.round(image.height * share);
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(
        (blob) => {
          if (!blob) return;
          const list = new DataTransfer();
          list.items.add(new File([blob], 'picture.jpg', { type: 'image/jpeg' }));
          input.files = list.files;
        },
        'image/jpeg',
        0.85,
      );
    });
  }

  // last, because a browser without storage stops here
  const report = document.querySelector('form[enctype]');
  if (report) {
    const fields = [...report.elements].filter(({ name, type }) => name && type !== 'file' && type !== 'hidden');
    const kept = JSON.parse(sessionStorage.getItem('report') ?? '{}');
    sessionStorage.removeItem('report');
    for (const field of fields) field.value ||= kept[field.name] ?? '';
    document.querySelector('a[hreflang]').addEventListener('click', () => {
      sessionStorage.setItem('report', JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value]))));
    });
  }
})();
