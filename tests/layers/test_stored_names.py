import pickle

import torch
from torch import nn

from cinescribe.layers.stored_names import stored_as


class Net(nn.Module):
    def __init__(self, width=2):
        super().__init__()
        self.body = nn.Linear(3, width)
        self.classifier = nn.Linear(width, 1)
        stored_as(self, {"classifier": "head"})


def test_files_keep_the_names_and_the_order_of_layers():
    assert list(Net().state_dict()) == ["body.weight", "body.bias", "head.weight", "head.bias"]


def test_weights_are_loaded_from_the_names_of_files():
    one, other = Net(), Net()
    other.load_state_dict(one.state_dict())
    assert torch.equal(other.classifier.weight, one.classifier.weight)


def test_names_hold_inside_other_modules():
    first, second = Net(), Net()
    one, other = nn.Sequential(Net(), first), nn.Sequential(Net(), second)
    assert "1.head.weight" in one.state_dict()
    other.load_state_dict(one.state_dict())
    assert torch.equal(second.classifier.bias, first.classifier.bias)


def test_metadata_of_the_state_stays():
    assert "classifier" in getattr(Net().state_dict(), "_metadata", {})


def test_modules_are_sent_to_other_processes_with_their_names():
    one = Net()
    other = pickle.loads(pickle.dumps(one))
    assert torch.equal(other.state_dict()["head.weight"], one.classifier.weight)
    other.load_state_dict(Net().state_dict())
