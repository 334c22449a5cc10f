"""Signs in ten languages, and pictures of them: on plates, in fonts and sizes of their own, at an angle, with noise."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
WIDTH, HEIGHT = 1280, 720
ANGLE = 0.06  # shift of a plate's corners at most, as a share of its width
NOISE = 6.0  # standard deviation, of 255
QUALITY = 60  # of JPEG, for the traces of compression

# By tag: eight signs that constants were set on, then eight that set none. Halves share no word.
SIGNS = {
    tag: tuple(tuple(half.split(" / ")) for half in halves)
    for tag, halves in {
        "en": (
            "Emergency exit / Please ring the bell / Fresh bread daily / No swimming / Gardener wanted / "
            "Lost cat / BEWARE OF THE GOOSE / Quarry Lane",
            "Mind the step / Ferry leaves at noon / Shoes must be removed / Honey for sale / Wet floor / "
            "Way out / TOWN ORCHESTRA / Kitchen closed",
        ),
        "de": (
            "Notausgang / Bitte Tür schließen / Süßwaren und Getränke / Vorübergehend geöffnet / Fußgängerzone / "
            "Heute Ruhetag / ZUTRITT VERBOTEN / Müllerstraße",
            "Gleisüberquerung gefährlich / Äpfel aus der Börde / Spätvorstellung / Schlüsseldienst / "
            "Kein Trinkwasser / Löschzug / BAUSTELLE BETRETEN / Größere Scheine wechseln",
        ),
        "fr": (
            "Sortie de secours / Défense d'afficher / Boulangerie française / Fermé le lundi / "
            "Pâtisserie maison / Où sont les clés / CHIEN MÉCHANT / Rue du Château",
            "Interdit aux piétons / Marché aux poissons / Tirez fort / Hôtel complet / Veuillez patienter / "
            "Œufs de ferme / DÉPÔT DE GLACE / Leçons de piano",
        ),
        "es": (
            "Salida de emergencia / Prohibido pisar el césped / Panadería del barrio / Se alquila habitación / "
            "Cuidado con el niño / Información / PELIGRO DE INCENDIO / Avenida del Pingüino",
            "Cerrado por vacaciones / Zapatería García / Empujar con fuerza / Última función / Baños públicos / "
            "Leña seca / ESTACIÓN DE AUTOBÚS / Mañana habrá pescado",
        ),
        "it": (
            "Uscita di sicurezza / Vietato fumare / Caffè e gelato / Chiuso per lutto / Attenzione al gradino / "
            "Più libri per tutti / LAVORI IN CORSO / Via della Libertà",
            "Biglietteria automatica / Spingere piano / Proprietà privata / Venerdì si balla / "
            "Cerchiamo un cuoco / Laghetto profondo / TUTTO ESAURITO / Perché no",
        ),
        "pt": (
            "Saída de emergência / Proibido estacionar / Pão quente às cinco / Atenção ao degrau / "
            "Livros usados / Não há vagas / ÁGUA POTÁVEL / Rua das Laranjeiras",
            "Bilheteira fechada / Coração de leão / Empurre a porta / Lições de violão / Cão perigoso / "
            "Amanhã à noite / MANUTENÇÃO / Maçãs do vizinho",
        ),
        "nl": (
            "Nooduitgang / Verboden toegang / Verse haring / Even geduld alstublieft / Fietsen hier plaatsen / "
            "Ruilen binnen tien dagen / PAS OP VOOR DE HOND / Wijngaardstraat",
            "Gesloten wegens verbouwing / Ingang om de hoek / Koeien te koop / Zwembad buiten gebruik / "
            "Gevonden voorwerpen / Vuur maken mag niet / BUSHALTE VERPLAATST / Tweeëntwintig geiten",
        ),
        "pl": (
            "Wyjście ewakuacyjne / Świeże pieczywo / Zakaz wstępu / Zamknięte do środy / "
            "Księgarnia pod żółwiem / Proszę zapukać / UWAGA ZŁY PIES / Ulica Łąkowa",
            "Poczekalnia dla gości / Sprzedam łódkę / Dziękujemy za wizytę / Śliska nawierzchnia / "
            "Kąpiel wzbroniona / Przyjdź jutro / WODA ŹRÓDLANA / Ćwiczenia pożarowe",
        ),
        "ru": (
            "Запасный выход / Посторонним вход воспрещён / Свежий хлеб / Осторожно злая собака / "
            "Закрыто на обед / Улица Садовая / РЕМОНТ ОБУВИ / Касса за углом",
            "Купаться запрещено / Мёд с пасеки / Вытирайте ноги / Приём посуды / Читальный зал / Объявление / "
            "ВЫСОКОЕ НАПРЯЖЕНИЕ / Щенки в добрые руки",
        ),
        "el": (
            "Έξοδος κινδύνου / Απαγορεύεται το κάπνισμα / Φρέσκο ψωμί / Κλειστό τη Δευτέρα / Προσοχή σκύλος / "
            "Οδός Ερμού / ΕΙΣΙΤΗΡΙΑ / Ενοικιάζεται δωμάτιο",
            "Είσοδος από πίσω / Ψάρια ημέρας / Τραβήξτε την πόρτα / Χάθηκε γάτα / Παλιά βιβλία / Λιμάνι / "
            "ΣΤΑΣΗ ΛΕΩΦΟΡΕΙΟΥ / Βαθιά νερά",
        ),
    }.items()
}
_FONTS = ("DejaVuSans", "DejaVuSerif-Bold", "DejaVuSansMono-Bold", "DejaVuSans-Oblique")
_COLOURS = (((250, 250, 245), (30, 90, 50)), ((20, 20, 20), (240, 220, 70)), ((200, 30, 30), (245, 245, 240)))


def sign_picture(words: str, seed: int) -> Picture:
    """Return a picture (H, W, 3, RGB) with a sign on a plate; `seed` decides font, size, colours, angle and noise."""
    rng = random.Random(seed)
    font = _font(rng.choice(_FONTS), rng.randint(30, 64))
    text, plate = rng.choice(_COLOURS)
    left, top, right, bottom = (int(side) for side in font.getbbox(words))
    margin = round(font.size)
    sheet = Image.new("RGB", (right - left + 2 * margin, bottom - top + 2 * margin), plate)
    ImageDraw.Draw(sheet).text((margin - left, margin - top), words, font=font, fill=text)
    return _photographed(np.asarray(sheet), rng)


def _photographed(sheet: Picture, rng: random.Random) -> Picture:
    """A plate hung up at an angle before a wall, with noise and the traces of compression."""
    noise = np.random.default_rng(rng.randrange(2**32))
    wall = np.linspace((90, 100, 120), (150, 140, 130), HEIGHT)[:, None].repeat(WIDTH, axis=1)
    height, width = sheet.shape[:2]
    scale = min(1.0, 0.9 * WIDTH / width)
    left, top = (WIDTH - scale * width) / 2, rng.uniform(0.15, 0.6) * HEIGHT
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    shifts = [[rng.uniform(-0.3, 0.3) * ANGLE * height, rng.uniform(-1, 1) * ANGLE * height] for _ in corners]
    to = (corners * scale + [left, top] + shifts).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, to)
    cv2.warpPerspective(sheet.astype(np.float64), matrix, (WIDTH, HEIGHT), wall, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noisy = np.clip(wall + noise.normal(0, NOISE, wall.shape), 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf"), size)
